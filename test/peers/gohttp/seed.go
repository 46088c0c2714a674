package main

import (
	"slices"
	"strings"
)

// item is a model, library, file, connector or agent of a company.
type item struct {
	id, company int
	name, extra string          // extra: code of a model, display name of a connector, tag of an agent
	state       string          // why it cannot be used; empty if it can
	users       []int           // the only users who see it; nil for the whole company
	library     int             // of a file
	text        string          // of a file; instructions of an agent
	tools       map[string]bool // of a connector; the value says whether the tool changes something
	lacks       string          // "tools" of a model, "connection" of a connector
}

// cred is a credential. Its token is "quay-" and the name.
type cred struct {
	name          string
	user, company int
	scopes        []string
	allow         map[string][]int // allowed ids by kind; a missing kind is not limited
	size          int              // only for a mistake
	seen          any              // only for a mistake
}

// kinds maps the members of `attachments` to the scope that each needs.
var kinds = map[string]string{"workspace_ids": "libraries:read", "file_ids": "libraries:read", "skill_ids": "skills:read",
	"mcp_server_ids": "connectors:use", "agent_ids": "agents:use"}

var items = map[string][]*item{
	"models": {
		{id: 801, company: 1, name: "Osprey", extra: "osprey-2"}, {id: 802, company: 1, name: "Osprey Pro", extra: "osprey-pro-2"},
		{id: 803, company: 1, name: "Wren", extra: "wren-1", lacks: "tools"}, {id: 804, company: 1, state: "disabled"},
		{id: 805, company: 1, state: "embedding"}, {id: 811, company: 2, name: "Tern", extra: "tern-1"}, {id: 812, company: 3, extra: "gull-1"}},
	"workspace_ids": {{id: 2201, company: 1, name: "Handbook"}, {id: 2202, company: 1, name: "Tariffs"}, {id: 2299, company: 1, users: []int{5102}}},
	"file_ids": {{id: 22011, company: 1, library: 2201, text: "The depot opens at seven and closes at eighteen, Sundays excepted."},
		{id: 22012, company: 1, library: 2201, text: "A parcel above twenty kilograms needs two carriers."}, {id: 22991, company: 1, users: []int{5102}}},
	"mcp_server_ids": {{id: 3301, company: 1, name: "desk", extra: "Service desk",
		tools: map[string]bool{"find_tickets": false, "close_ticket": true, "order_books": true, "ask_person": false}},
		{id: 3302, company: 1, name: "agenda", extra: "Agenda", lacks: "connection", tools: map[string]bool{"read_agenda": false}},
		{id: 3399, company: 1, users: []int{5102}}},
	"agent_ids": {{id: 4471, company: 1, state: "inactive"}, {id: 4472, company: 1, state: "disabled"}, {id: 4473, company: 1, state: "deleted"}}}

var defaultModel = map[int]int{1: 801, 2: 811, 3: 812}
var companyOf = map[int]int{5101: 1, 5102: 1, 5103: 1, 5201: 2, 5301: 3} // the companies of the users; the third uses incognito mode
var creds = map[string]*cred{}

func init() {
	all := []string{"chat:read", "chat:write", "libraries:read", "skills:read", "skills:write", "connectors:use", "agents:use"}
	add := func(name string, user int, scopes []string, allow map[string][]int) {
		creds["quay-"+name] = &cred{name: name, user: user, company: companyOf[user], scopes: scopes, allow: allow}
	}
	for name, user := range map[string]int{"main": 5101, "second": 5101, "ben": 5102, "other-company": 5201, "sue": 5301} {
		add(name, user, all, nil)
	}
	add("limited", 5101, all, map[string][]int{"workspace_ids": {2201}, "file_ids": {22011}, "mcp_server_ids": {3301}, "agent_ids": {4401}})
	add("limited-skills", 5101, all, map[string][]int{"skill_ids": {6601}})
	for i, scope := range all {
		name := strings.ReplaceAll(scope, ":", "-")
		add("no-"+name, 5101, slices.Concat(all[:i], all[i+1:]), nil)
		add("only-"+name, 5101, []string{scope}, nil)
	}
	for id := 4401; id <= 4416; id++ {
		name := "Clerk " + string(rune('A'+id-4401))
		items["agent_ids"] = append(items["agent_ids"], &item{id: id, company: 1, name: name, extra: "staff", text: "You are " + name + "."})
	}
	newSkill(6601, 5101, "personal", "private")
	newSkill(6610, 5102, "company", "public")
	newSkill(6611, 5102, "personal", "shared").shared = []int{5101}
	newSkill(6699, 5102, "personal", "private")
}

// find returns an item that the credential's user sees, or nil.
func find(c *cred, kind string, id int) *item {
	i := slices.IndexFunc(items[kind], func(it *item) bool {
		return it.id == id && it.company == c.company && (it.users == nil || slices.Contains(it.users, c.user)) && it.state != "deleted"
	})
	return append([]*item{nil}, items[kind]...)[i+1]
}

// allowed says whether the credential is not limited to other ids of this kind.
func (c *cred) allowed(kind string, id int) bool {
	return c.allow[kind] == nil || slices.Contains(c.allow[kind], id)
}
