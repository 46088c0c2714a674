// A small server of the Conversational AI Service API v1, whose model follows the scripts of docs/scripts.md.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// M is a JSON object.
type M = map[string]any

// fail is a failure, as HTTP reports it and as the end of a turn.
type fail struct {
	status        int
	code          string
	data, details any
}

// ctx is one request.
type ctx struct {
	w          http.ResponseWriter
	r          *http.Request
	cred       *cred
	id, raw    string // of the request, and its body as it came
	body, page M      // page is the meta of a list
	status     int
}

type chat struct {
	M
	owner   *cred // nil for a chat of the application, gone for a deleted one
	turns   []*turn
	running *turn
	former  *cred // only for mistakes
	sent    bool  // only for mistakes: a send created it
}

type skill struct {
	M
	user, company int // 0 once it is deleted
	shared        []int
}

var (
	mu     sync.Mutex // guards everything that requests and turns share
	chats  = map[string]*chat{}
	order  []*chat
	gone   = &cred{}
	skills []*skill
	nextID = 9000
	scale  = 1.0
	uuidRE = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	citeRE = regexp.MustCompile(`\{\{(\w+):(-?\d+)\}\}`)
	// cited maps the words of citations in instructions to kinds. "agent" is a word that instructions do not accept.
	cited = map[string]string{"library": "workspace_ids", "file": "file_ids", "connector": "mcp_server_ids", "skill": "skill_ids", "agent": ""}
	// types are the types of the rules of valid, besides strings and enumerations.
	types = map[string]func(any) bool{
		"integer": func(v any) bool { _, ok := num(v); return ok }, "integers": func(v any) bool { _, ok := nums(v); return ok },
		"boolean": func(v any) bool { _, ok := v.(bool); return ok }, "object": func(v any) bool { _, ok := v.(M); return ok },
		"array": func(v any) bool { _, ok := v.([]any); return ok }}
)

func (f *fail) Error() string { return f.code }
func now() string {
	if difference("nano-time") {
		return time.Now().UTC().Format("2006-01-02T15:04:05.999999999-07:00")
	}
	if difference("second-time") {
		return time.Now().UTC().Round(time.Second).Format(time.RFC3339)
	}
	return time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
}
func encode(v any) any                     { text, _ := json.Marshal(v); return json.RawMessage(text) }
func str(v any) string                     { s, _ := v.(string); return s }
func scaled(seconds float64) time.Duration { return time.Duration(seconds / scale * 1e9) } // by the time scale
func invalid(condition bool)               { reject(condition, 400, "api_v1_invalid_request") }
func lock() func()                         { mu.Lock(); return mu.Unlock } // for `defer lock()()`
func locked(f func() any) any              { defer lock()(); return f() }
func (c *ctx) fault(name string) bool      { return c.r.Header.Get("X-Fault") == name } // whether the request asks for this outage
func num(v any) (int, bool)                { f, ok := v.(float64); return int(f), ok && f == float64(int(f)) }

func nums(v any) (list []int, ok bool) {
	array, ok := v.([]any)
	for _, e := range array {
		n, isInt := num(e)
		list, ok = append(list, n), ok && isInt
	}
	return list, ok
}

func uuid() string {
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", rand.Uint32(), rand.N(1<<16), rand.N(1<<12), rand.N(1<<12), rand.N(1<<48))
}

// reject ends a handler with a failure if the condition holds. The facts are the data and the error details.
func reject(condition bool, status int, code string, facts ...any) {
	if facts = append(facts, nil, nil); condition {
		panic(&fail{status, code, facts[0], facts[1]})
	}
}

// outage makes the error detail of an outage.
func outage(code, outcome, action string) M {
	return M{"schema_version": 1, "service": "quay", "service_code": code, "dependency": nil, "operation": nil, "failure_kind": "broken",
		"operation_outcome": outcome, "retryable": action == "retry", "retry_action": action, "request_id": uuid()}
}

// write answers the request. Members of meta that are nil are left out.
func (c *ctx) write(code int, status, messageCode string, data any, meta M) {
	meta["request_id"] = c.id
	if difference("html-401") && code == 401 {
		c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		c.w.WriteHeader(code)
		c.w.Write([]byte("<html><body><h1>401 Unauthorized</h1></body></html>\n"))
		return
	}
	if difference("other-2xx") && code == 200 && (c.r.Pattern == "POST /api/v1/chats" || strings.Contains(c.r.Pattern, "/actions/") && !strings.HasSuffix(c.r.Pattern, "/cancel")) {
		code = 202
	}
	maps.DeleteFunc(meta, func(_ string, value any) bool { return value == nil })
	c.w.Header().Set("Content-Type", "application/json")
	if difference("problem-json") && code >= 400 {
		c.w.Header().Set("Content-Type", "application/problem+json; charset=UTF-8")
		if messageCode == "api_v1_invalid_request" {
			code, messageCode = 422, "validation_failed"
		}
	}
	c.w.WriteHeader(code)
	json.NewEncoder(c.w).Encode(varied(M{"status": status, "message": "A " + status, "message_code": messageCode, "data": data, "meta": meta}))
}

func (c *ctx) refuse(f *fail) {
	c.write(f.status, "error", f.code, f.data, M{"error_details": f.details})
}

// valid checks members of a body. A rule is name:type, with ! after a name that is required. The type is one of types, a|b (one of these words),
// or the greatest length of a string. A member that is null counts as absent.
func valid(body M, rules string) {
	for rule := range strings.FieldsSeq(rules) {
		name, kind, _ := strings.Cut(rule, ":")
		name, required := strings.CutSuffix(name, "!")
		value := body[name]
		if value == nil {
			invalid(required)
			delete(body, name)
		} else if check := types[kind]; check != nil {
			invalid(!check(value))
		} else if limit, err := strconv.Atoi(kind); err == nil {
			text, ok := value.(string)
			invalid(!ok || utf8.RuneCountInString(text) > limit)
		} else {
			invalid(!slices.Contains(strings.Split(kind, "|"), str(value)))
		}
	}
}

// handle registers an operation. The handler runs under the lock.
func handle(pattern, scope string, handler func(*ctx) any) {
	method, path, _ := strings.Cut(pattern, " ")
	http.HandleFunc(method+" /api/v1"+path, func(w http.ResponseWriter, r *http.Request) {
		if difference("close") {
			w.Header().Set("Connection", "close")
		}
		w, end := wrap(w, r)
		defer end()
		c := &ctx{w: w, r: r, id: uuid(), status: 200, page: M{}}
		defer func() {
			if f, ok := recover().(*fail); ok {
				c.refuse(f)
			}
		}()
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		c.cred = creds[token]
		reject(c.cred == nil, 401, "api_v1_unauthenticated")
		c.needs(scope)
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		reject(err != nil, 413, "api_v1_payload_too_large")
		c.raw = string(raw)
		invalid((method == "POST" || len(raw) > 0) && (json.Unmarshal(raw, &c.body) != nil || c.body == nil))
		data := locked(func() any { return handler(c) })
		if rest, ok := data.(func() any); ok { // What is left to do without the lock. It returns nil if it has written the response.
			data = rest()
		}
		if data != nil {
			c.write(c.status, "success", "api_v1_ok", data, c.page)
		}
	})
}

// needs rejects a credential that lacks one of these scopes.
func (c *ctx) needs(scopes ...string) {
	missing := slices.DeleteFunc(scopes, func(s string) bool { return slices.Contains(c.cred.scopes, s) })
	missing = missing[:pick(mistake("first-missing-scope-only"), min(len(missing), 1), len(missing))]
	reject(len(missing) > 0, 403, "api_token_scope_not_allowed", M{"required_scopes": missing})
}

// paged renders a page of a list. A page or size out of range is brought into it.
func paged[T any](c *ctx, list []T, render func(T) M) any {
	get := func(name string, standard, most int) int {
		if n, err := strconv.Atoi(c.r.URL.Query().Get(name)); err == nil {
			return min(max(n, 1), most)
		}
		return standard
	}
	page, size := get("page", 1, 1<<30), get("size", 50, 200)
	if mistake("skills-default-to-twenty") && strings.HasSuffix(c.r.Pattern, "/skills") {
		size = get("size", 20, 200)
	}
	if mistake("chat-list-size-unlimited") && strings.HasSuffix(c.r.Pattern, "/chats") {
		size = get("size", 50, 1<<30)
	}
	size = min(size, pick(mistake("pages-hold-at-most-100"), 100, size))
	if mistake("size-remembered") {
		size = pick(c.r.URL.Query().Has("size"), size, cmp.Or(c.cred.size, size))
		c.cred.size = size
	}
	c.page = M{"page": page, "size": size, "total": len(list)}
	from, data := min((page-1)*size, len(list)), []any{}
	to := min(from+size, len(list))
	if mistake("history-pages-from-the-end") && strings.HasSuffix(c.r.Pattern, "/messages") {
		from, to = max(len(list)-page*size, 0), max(len(list)-(page-1)*size, 0)
	}
	for _, e := range list[from:to] {
		data = append(data, encode(render(e)))
	}
	if mistake("empty-history-is-null") && len(data) == 0 && strings.HasSuffix(c.r.Pattern, "/messages") {
		return encode(nil)
	}
	return data
}

// chat finds the chat of the path, if it is the credential's.
func (c *ctx) chat() *chat {
	reject(difference("malformed-422") && !uuidRE.MatchString(c.r.PathValue("chat")), 422, "api_v1_validation_error")
	ch := chats[c.r.PathValue("chat")]
	reject(ch == nil || ch.owner != c.cred, 404, "api_v1_not_found")
	return ch
}

func newChat(id string, owner *cred, body M) *chat {
	ch := &chat{owner: owner, M: M{"id": id, "name": body["name"], "is_favorite": false, "created_at": now(), "updated_at": now(),
		"permission_mode": cmp.Or(str(body["permission_mode"]), "manual"), "model_id": body["model_id"]}}
	chats[id], order = ch, append(order, ch)
	return ch
}

// model finds the model of an id, or else that of the company.
func model(c *cred, id any) *item {
	n, ok := num(id)
	if !ok {
		n = defaultModel[c.company]
	}
	it := find(c, "models", n)
	reject(it == nil || it.state != "", 422, "api_v1_validation_error")
	return it
}

func chatRoutes() {
	handle("GET /chats", "chat:read", func(c *ctx) any {
		var list []*chat
		favorite := c.r.URL.Query().Get("is_favorite")
		for _, ch := range slices.Backward(order) {
			own := ch.owner == c.cred || mistake("chat-list-per-user") && ch.owner != nil && ch.owner.user == c.cred.user ||
				favorite == "true" && ch.owner != nil && (mistake("filter-forgets-the-credential") && ch.owner.user == c.cred.user || mistake("filter-forgets-deletion") && ch.former == c.cred)
			hidden := ch.sent && (favorite == "false" && mistake("sent-chats-in-no-filter") || mistake("chats-of-sends-not-listed"))
			if own && !hidden && (favorite == "" || favorite == "false" && mistake("favorite-false-means-all") || favorite == fmt.Sprint(ch.M["is_favorite"])) {
				list = append(list, ch)
			}
		}
		if mistake("filtered-list-oldest-first") && favorite != "" {
			slices.Reverse(list)
		}
		data := paged(c, list, func(ch *chat) M { return ch.M })
		if mistake("chat-total-counts-deleted") {
			deleted := slices.DeleteFunc(slices.Clone(order), func(ch *chat) bool { return ch.former != c.cred })
			c.page["total"] = len(list) + len(deleted)
		}
		return data
	})
	handle("POST /chats", "chat:write", func(c *ctx) any {
		valid(c.body, "name:200 model_id:integer permission_mode:manual|auto"+pick(mistake("plan-mode-in-chats"), "|plan", ""))
		model(c.cred, c.body["model_id"])
		return encode(newChat(uuid(), c.cred, c.body).M)
	})
	handle("GET /chats/{chat}", "chat:read", func(c *ctx) any { return encode(c.chat().M) })
	handle("PATCH /chats/{chat}", "chat:write", func(c *ctx) any {
		ch := chats[c.r.PathValue("chat")]
		if name := c.body["name"]; mistake("foreign-change-takes-effect") && ch != nil && ch.owner != c.cred && name != nil {
			ch.M["name"] = name
		}
		if !mistake("deleted-chat-still-patched") || ch == nil || ch.former != c.cred {
			ch = c.chat()
		}
		valid(c.body, "name:200 is_favorite:boolean")
		ch.sent = false
		ch.M["name"], ch.M["updated_at"] = cmp.Or(c.body["name"], pick(mistake("favorite-empties-name"), nil, ch.M["name"])), now()
		ch.M["is_favorite"] = cmp.Or(c.body["is_favorite"], ch.M["is_favorite"])
		if mistake("chat-update-takes-model") {
			ch.M["model_id"] = cmp.Or(c.body["model_id"], ch.M["model_id"])
		}
		return encode(ch.M)
	})
	handle("DELETE /chats/{chat}", "chat:write", func(c *ctx) any {
		if ch := chats[c.r.PathValue("chat")]; mistake("foreign-deletion-takes-effect") && ch != nil && ch.owner != c.cred {
			ch.owner = gone
		}
		ch := c.chat()
		ch.former = ch.owner
		if ch.owner = gone; ch.running != nil {
			ch.running.stop(cancelled)
		}
		return M{"id": ch.M["id"], "deleted": true}
	})
	handle("GET /chats/{chat}/messages", "chat:read", func(c *ctx) any {
		if ch := chats[c.r.PathValue("chat")]; mistake("deleted-chat-messages-still-readable") && ch != nil && ch.former == c.cred {
			return paged(c, ch.turns, func(t *turn) M { return t.message(true) })
		}
		if ch := chats[c.r.PathValue("chat")]; mistake("foreign-history-is-empty") && (ch == nil || ch.owner != c.cred) {
			return paged(c, nil, func(t *turn) M { return nil })
		}
		if rows := []M{}; mistake("history-has-user-rows") {
			for _, t := range c.chat().turns {
				asked := t.message(true)
				asked["role"], asked["content"] = "user", asked["prompt"]
				rows = append(rows, asked, t.message(true))
			}
			return paged(c, rows, func(row M) M { return row })
		}
		if mistake("history-hidden-during-a-turn") && c.chat().running != nil {
			return paged(c, nil, func(t *turn) M { return nil })
		}
		return paged(c, c.chat().turns, func(t *turn) M { return t.message(true) })
	})
	handle("GET /chat/catalog", "chat:read", func(c *ctx) any {
		data := M{"permission_modes": []string{"manual", "auto"}}
		block := func(name, kind string, render func(*item) M) {
			if scope := kinds[kind]; scope != "" && !slices.Contains(c.cred.scopes, scope) || name == "agents" && c.fault("agents_disabled") {
				if mistake("catalog-blocks-empty-without-scope") {
					data[name] = []int{}
				}
				return
			}
			list := []M{}
			for _, it := range items[kind] {
				usable := it.state == "" || it.state == "embedding" && mistake("embedding-models-in-catalog") ||
					it.state == "inactive" && mistake("catalog-lists-inactive-agents")
				if usable && find(c.cred, kind, it.id) != nil && c.cred.allowed(kind, it.id) {
					list = append(list, render(it))
				}
			}
			data[name] = list
		}
		block("models", "models", func(it *item) M { return M{"id": it.id, "name": it.name, "code": it.extra, "type": "completion"} })
		block("libraries", "workspace_ids", func(it *item) M { return M{"id": it.id, "name": it.name} })
		block("connectors", "mcp_server_ids", func(it *item) M { return M{"id": it.id, "name": it.name, "display_name": it.extra} })
		block("agents", "agent_ids", func(it *item) M { return M{"id": it.id, "name": it.name, "description": nil, "tag": it.extra} })
		block("skills", "skill_ids", nil)
		for _, s := range skills {
			if list, ok := data["skills"].([]M); ok && s.visible(c.cred) && s.M["is_active"] == true {
				data["skills"] = append(list, M{"id": s.M["id"], "name": s.M["name"]})
			}
		}
		if mistake("catalog-skills-cached") && data["skills"] != nil {
			c.cred.seen = cmp.Or(c.cred.seen, encode(data["skills"]))
			data["skills"] = c.cred.seen
		}
		return data
	})
}

func newSkill(id, user int, level, visibility string) *skill {
	s := &skill{user: user, company: companyOf[user], M: M{"id": id, "name": "Skill", "description": nil, "instructions": "Write plainly.",
		"icon": nil, "level": level, "visibility": visibility, "workspace_id": nil, "is_active": true, "created_at": now()}}
	skills = append(skills, s)
	return s
}

// visible: a credential sees its user's skills, those of the company, and those shared with its user.
func (s *skill) visible(c *cred) bool {
	return s.company == c.company && c.allowed("skill_ids", s.M["id"].(int)) &&
		(s.user == c.user || s.M["level"] == "company" || (s.M["visibility"] == "shared" || mistake("private-skill-still-shared")) && slices.Contains(s.shared, c.user))
}

func findSkill(c *cred, id int) *skill {
	i := slices.IndexFunc(skills, func(s *skill) bool { return s.M["id"] == id && s.visible(c) })
	return append([]*skill{nil}, skills...)[i+1]
}

// skill finds the skill of the path; only its owner may change it.
func (c *ctx) skill() *skill {
	id, err := strconv.Atoi(c.r.PathValue("skill"))
	reject(difference("malformed-422") && err != nil, 422, "api_v1_validation_error")
	s := findSkill(c.cred, id)
	if i := slices.IndexFunc(skills, func(s *skill) bool { return s.M["id"] == id && s.user != c.cred.user }); i >= 0 && c.r.Method == "DELETE" && mistake("foreign-skill-deletion-takes-effect") {
		skills[i].user, skills[i].company = 0, 0
	}
	reject(s == nil, 404, "api_v1_not_found")
	reject(c.r.Method != "GET" && s.user != c.cred.user, 403, "api_v1_forbidden")
	return s
}

// checkSkill checks what a body says about a skill.
func (c *ctx) checkSkill(rules string) {
	reject(utf8.RuneCountInString(str(c.body["instructions"])) > 12000, 422, "prompt_text_too_long")
	valid(c.body, rules+" description:500 icon:500 visibility:public|private|shared workspace_id:integer shared_user_ids:integers")
	if id, ok := num(c.body["workspace_id"]); ok {
		reject(find(c.cred, "workspace_ids", id) == nil || !c.cred.allowed("workspace_ids", id) && !mistake("skill-library-outside-allowlist"), 403, "api_v1_resource_not_allowed")
	}
	users, _ := nums(c.body["shared_user_ids"])
	users = users[:pick(mistake("only-first-shared-user-checked"), min(len(users), 1), len(users))]
	reject(slices.ContainsFunc(users, func(n int) bool { return companyOf[n] != c.cred.company }), 403, "api_v1_resource_not_allowed")
	if mistake("references-checked-on-creation-only") && c.r.Method == "PATCH" {
		return
	}
	for _, cite := range citeRE.FindAllStringSubmatch(str(c.body["instructions"]), pick(mistake("only-first-reference-checked"), 1, -1)) {
		kind, known := cited[cite[1]]
		id, _ := strconv.Atoi(cite[2])
		usable := find(c.cred, kind, id) != nil || kind == "skill_ids" && findSkill(c.cred, id) != nil
		reject(known && !usable, 422, "prompt_refs_invalid", []M{{"unusable": []string{cite[0]}}})
	}
}

// save takes over what a body says about a skill.
func (s *skill) save(body M) any {
	for _, name := range []string{"name", "instructions", "description", "icon", "visibility"} {
		s.M[name] = cmp.Or(body[name], s.M[name])
	}
	if s.M["level"] == "workspace" {
		s.M["workspace_id"] = cmp.Or(body["workspace_id"], pick(mistake("skill-update-loses-library"), nil, s.M["workspace_id"]))
	}
	if users, ok := nums(body["shared_user_ids"]); ok || mistake("skill-update-empties-sharing") {
		s.shared = users[pick(mistake("only-last-shared-user-kept"), max(len(users)-1, 0), 0):]
	}
	return encode(s.M)
}

func skillRoutes() {
	handle("GET /skills", "skills:read", func(c *ctx) any {
		list := slices.DeleteFunc(slices.Clone(skills), func(s *skill) bool { return !s.visible(c.cred) })
		data := paged(c, list, func(s *skill) M { return s.M })
		if mistake("skill-total-counts-deleted") {
			c.page["total"] = len(slices.DeleteFunc(slices.Clone(skills), func(s *skill) bool { return s.company != 0 && !s.visible(c.cred) }))
		}
		return data
	})
	handle("POST /skills", "skills:write", func(c *ctx) any {
		reject(c.cred.allow["skill_ids"] != nil && !mistake("limited-credential-creates-skills"), 403, "api_v1_resource_policy_create_denied")
		c.checkSkill("name!:255 instructions!:12000 level:personal|company|workspace")
		invalid(c.body["level"] == "workspace" && c.body["workspace_id"] == nil)
		c.status = 201
		nextID++
		return newSkill(nextID, c.cred.user, cmp.Or(str(c.body["level"]), "personal"), pick(mistake("skills-private-by-default"), "private", "public")).save(c.body)
	})
	handle("GET /skills/{skill}", "skills:read", func(c *ctx) any { return encode(c.skill().M) })
	handle("PATCH /skills/{skill}", "skills:write", func(c *ctx) any {
		s := c.skill()
		for _, name := range []string{"name", "description", "icon"} {
			if value := str(c.body[name]); mistake("refused-skill-update-saves-name") && value != "" && len(value) <= 255 {
				s.M[name] = value
			}
		}
		c.checkSkill("name:255 instructions:12000")
		if mistake("skill-level-editable") {
			s.M["level"] = cmp.Or(c.body["level"], s.M["level"])
		}
		if mistake("skill-update-activates") {
			s.M["is_active"] = true
		}
		return s.save(c.body)
	})
	toggle := func(s *skill) any {
		before := encode(s.M)
		s.M["is_active"] = s.M["is_active"] != true
		if mistake("toggle-moves-created-at") {
			s.M["created_at"] = now()
		}
		return pick(mistake("toggle-answers-old-state"), before, encode(s.M))
	}
	handle("PATCH /skills/{skill}/toggle", "skills:write", func(c *ctx) any {
		i := slices.IndexFunc(skills, func(s *skill) bool { return s.company == 0 && fmt.Sprint(s.M["id"]) == c.r.PathValue("skill") })
		if mistake("deleted-skill-toggles") && i >= 0 {
			return toggle(skills[i])
		}
		return toggle(c.skill())
	})
	remove := func(s *skill) any { s.user, s.company = 0, 0; return M{"id": s.M["id"]} }
	handle("DELETE /skills/{skill}", "skills:write", func(c *ctx) any { return remove(c.skill()) })
}

func main() {
	scale, _ = strconv.ParseFloat(cmp.Or(os.Getenv("TIME_SCALE"), "1"), 64)
	if difference("large-ids") {
		nextID = 1 << 45
	}
	chatRoutes()
	skillRoutes()
	turnRoutes()
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		(&ctx{w: w, r: r, id: uuid()}).refuse(&fail{status: 404, code: "api_v1_unknown_route"})
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	http.Serve(listener, nil)
}
