import { MISSING_ID } from '../../../judge/missing-id.ts';
import { fingerprint } from '../../check-kit/answer-fingerprint.ts';
import { idsListed } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';
import { combinationsOf } from '../../check-kit/combinations.ts';
import { observeSkill } from '../../check-kit/skill-observer.ts';
import { makeSkill, searchSkills, skillBody } from '../../check-kit/skills.ts';
import { twice } from '../../check-kit/twice.ts';

/** Members that a creation can leave out. */
const OPTIONAL = {
  description: 'Answers in one sentence.',
  icon: 'key',
  level: 'personal',
  visibility: 'private',
};

/** The six operations on skills (section 4.5). */
export const skillChecks = [
  check({
    id: 'skills.create',
    requirements: [R['skills.create.exists'], R['skills.create.status-201']],
    async run(t) {
      const answer = await t.main.post('/skills', skillBody());

      t.expect('skills.create.exists').succeeds(answer);
      t.expect('skills.create.status-201').succeeds(answer, 201);
    },
  }),

  // What else a creation sends changes neither its status nor the default of what it does not send.
  check({
    id: 'skills.create.beside',
    requirements: [
      R['skills.create.status-201'],
      R['skills.visibility.default-public'],
      R['skills.level.default-personal'],
    ],
    async run(t) {
      const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
      const [library] = idsListed(catalog, 'libraries');
      const ofLibrary = { level: 'workspace', workspace_id: library };
      for (const members of [...combinationsOf(OPTIONAL), ...(library === undefined ? [] : [ofLibrary])]) {
        const made = await t.main.post('/skills', skillBody({ visibility: undefined, ...members }));
        // Not everybody may create skills in a library.
        if (members === ofLibrary && !made.isSuccess) continue;
        t.expect('skills.create.status-201').succeeds(made, 201);
        for (const shown of [made, t.requireSuccess(await t.main.get(`/skills/${made.data.id}`))]) {
          if (!('visibility' in members))
            t.expect('skills.visibility.default-public').shows(shown, 'visibility', 'public');
          if (!('level' in members))
            t.expect('skills.level.default-personal').shows(shown, 'level', 'personal');
        }
      }
    },
  }),

  check({
    id: 'skills.get',
    requirements: [R['skills.get.exists']],
    async run(t) {
      const skill = await makeSkill(t);
      const answer = await t.main.get(skill.path);

      const claim = t.expect('skills.get.exists');
      claim.succeeds(answer);
      claim.shows(answer, 'id', skill.id);
      claim.shows(answer, 'name', skill.answer.data.name);
    },
  }),

  check({
    id: 'skills.get.foreign',
    requirements: [R['skills.get.out-of-scope'], R['skills.get.same-404'], R['errors.not-found.skill']],
    arranges: ['foreign-skill', 'missing-skill'],
    needs: ['resource:foreign_skill'],
    async run(t) {
      const id = t.resource('foreign_skill');
      const missing = await t.main.get(`/skills/${MISSING_ID}`);
      const foreign = await t.main.get(`/skills/${id}`);

      t.expect('errors.not-found.skill').failsWith(missing, 'not-found');
      t.expect('skills.get.out-of-scope', 'errors.not-found.skill').failsWith(foreign, 'not-found');
      t.expect('skills.get.same-404', 'errors.not-found.skill').equals(
        foreign,
        fingerprint(foreign, id),
        fingerprint(missing, MISSING_ID),
      );
    },
  }),

  check({
    id: 'skills.list',
    requirements: [R['skills.list.exists'], R['skills.visible.own']],
    async run(t) {
      const skill = await makeSkill(t);
      const answer = await t.main.get('/skills');
      t.expect('skills.list.exists').succeeds(answer);
      const count = answer.items.length;
      t.expect('skills.list.exists').isTrue(answer, count > 0, 'at least one skill', count, '/data');

      const { page, found } = await searchSkills(t, ({ id }) => id === skill.id);
      const claim = t.expect('skills.visible.own');
      claim.isTrue(page, found !== undefined, `the skill ${skill.id} in the list`, found);
      claim.succeeds(await t.main.get(skill.path));
    },
  }),

  check({
    id: 'skills.toggle',
    requirements: [
      R['skills.toggle.exists'],
      R['skills.toggle.no-body'],
      R['skills.toggle.flips'],
      R['skills.get.exists'],
    ],
    async run(t) {
      const { path, answer } = await makeSkill(t);
      const before = answer.data.is_active;
      const once = await t.main.patch(`${path}/toggle`);
      t.expect('skills.toggle.exists', 'skills.toggle.no-body').succeeds(once);

      const claim = t.expect('skills.toggle.flips');
      claim.shows(once, 'is_active', !before);
      const read = await t.main.get(path);
      // An inactive skill still exists and is still accessible.
      t.expect('skills.get.exists').succeeds(read);
      claim.shows(read, 'is_active', !before);
      const twice = t.requireSuccess(await t.main.patch(`${path}/toggle`));
      claim.shows(twice, 'is_active', before);
    },
  }),

  check({
    id: 'skills.delete',
    requirements: [R['skills.delete.exists'], R['skills.delete.no-longer-served']],
    arranges: ['deleted-skill'],
    async run(t) {
      const switched = await makeSkill(t);
      t.requireSuccess(await t.main.patch(`${switched.path}/toggle`));
      for (const skill of [await makeSkill(t), switched]) {
        t.expect('skills.delete.exists').succeeds(await t.main.delete(skill.path));
        await observeSkill(t, skill.id, 'nobody');
        const claim = t.expect('skills.delete.no-longer-served');
        await twice(async () => claim.isRefused(await t.main.get(skill.path)));
      }
    },
  }),
];
