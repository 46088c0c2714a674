import { fingerprint } from '../../check-kit/answer-fingerprint.ts';
import { check } from '../../check-kit/check.ts';
import { MISSING_ID, makeSkill, searchSkills, skillBody } from '../../check-kit/skills.ts';

/** The six operations on skills (section 4.5). */
export const skillChecks = [
  check({
    id: 'skills.create',
    requirements: ['skills.create.exists', 'skills.create.status-201'],
    async run(t) {
      const answer = await t.main.post('/skills', skillBody());

      t.expect('skills.create.exists').succeeds(answer);
      t.expect('skills.create.status-201').succeeds(answer, 201);
    },
  }),

  check({
    id: 'skills.create.without-name',
    requirements: ['skills.create.requires-name'],
    async run(t) {
      const instructions = `Answer in one short sentence. ${t.freshId()}`;
      const answer = await t.main.post('/skills', skillBody({ name: undefined, instructions }));
      const { page, found } = await searchSkills(t, (skill) => skill.instructions === instructions);

      const row = t.expect('skills.create.requires-name');
      row.isRefused(answer);
      row.holds(page, found === undefined, 'no such skill in the list', found);
    },
  }),

  check({
    id: 'skills.create.without-instructions',
    requirements: ['skills.create.requires-instructions'],
    async run(t) {
      const body = skillBody({ instructions: undefined });
      const answer = await t.main.post('/skills', body);
      const { page, found } = await searchSkills(t, (skill) => skill.name === body.name);

      const row = t.expect('skills.create.requires-instructions');
      row.isRefused(answer);
      row.holds(page, found === undefined, 'no such skill in the list', found);
    },
  }),

  check({
    id: 'skills.get',
    requirements: ['skills.get.exists'],
    async run(t) {
      const skill = await makeSkill(t);
      const answer = await t.main.get(skill.path);

      const row = t.expect('skills.get.exists');
      row.succeeds(answer);
      row.shows(answer, 'id', skill.id);
      row.shows(answer, 'name', skill.answer.data.name);
    },
  }),

  check({
    id: 'skills.get.missing',
    requirements: ['skills.get.missing'],
    async run(t) {
      const answer = await t.main.get(`/skills/${MISSING_ID}`);

      t.expect('skills.get.missing').failsWith(answer, 'not-found');
    },
  }),

  check({
    id: 'skills.get.foreign',
    requirements: ['skills.get.out-of-scope', 'skills.get.same-404'],
    needs: ['resource:foreign_skill'],
    async run(t) {
      const id = t.resource('foreign_skill');
      const missing = await t.main.get(`/skills/${MISSING_ID}`);
      const foreign = await t.main.get(`/skills/${id}`);

      t.expect('skills.get.out-of-scope').failsWith(foreign, 'not-found');
      t.expect('skills.get.same-404').equals(
        foreign,
        fingerprint(foreign, id),
        fingerprint(missing, MISSING_ID),
      );
    },
  }),

  check({
    id: 'skills.list',
    requirements: ['skills.list.exists', 'skills.visible.own'],
    async run(t) {
      const skill = await makeSkill(t);
      const answer = await t.main.get('/skills');
      t.expect('skills.list.exists').succeeds(answer);
      const count = answer.items.length;
      t.expect('skills.list.exists').holds(answer, count > 0, 'a skill at least', count, '/data');

      const { page, found } = await searchSkills(t, ({ id }) => id === skill.id);
      const row = t.expect('skills.visible.own');
      row.holds(page, found !== undefined, `the skill ${skill.id} in the list`, found);
      row.succeeds(await t.main.get(skill.path));
    },
  }),

  check({
    id: 'skills.toggle',
    requirements: ['skills.toggle.exists', 'skills.toggle.no-body', 'skills.toggle.flips'],
    async run(t) {
      const { path, answer } = await makeSkill(t);
      const before = answer.data.is_active;
      const once = await t.main.patch(`${path}/toggle`);
      t.expect('skills.toggle.exists', 'skills.toggle.no-body').succeeds(once);

      const row = t.expect('skills.toggle.flips');
      row.shows(once, 'is_active', !before);
      const read = t.given(await t.main.get(path));
      row.shows(read, 'is_active', !before);
      const twice = t.given(await t.main.patch(`${path}/toggle`));
      row.shows(twice, 'is_active', before);
    },
  }),

  check({
    id: 'skills.delete',
    requirements: ['skills.delete.exists', 'skills.delete.no-longer-served'],
    async run(t) {
      const skill = await makeSkill(t);
      const answer = await t.main.delete(skill.path);
      t.expect('skills.delete.exists').succeeds(answer);

      const row = t.expect('skills.delete.no-longer-served');
      row.isRefused(await t.main.get(skill.path));
      const { page, found } = await searchSkills(t, ({ id }) => id === skill.id);
      row.holds(page, found === undefined, `no skill ${skill.id} in the list`, found);
    },
  }),
];
