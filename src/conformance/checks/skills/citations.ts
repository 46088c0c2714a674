import { check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { MISSING_ID, makeSkill, searchSkills, skillBody } from '../../check-kit/skills.ts';
import type { Answer } from '../../drive/answer.ts';
import { isObject } from '../../judge/json.ts';

/** What instructions cite as `{{type:id}}`. The words for the types are the target's own, so the profile has them. */
export const skillCitationChecks = [
  check({
    id: 'skills.citations.accepted',
    requirements: ['skills.instructions.may-cite'],
    needs: ['resource:citable_reference'],
    async run(t) {
      const row = t.expect('skills.instructions.may-cite');
      for (const reference of t.words('citable_reference')) {
        const instructions = `Answer from ${reference} only.`;
        const answer = await t.main.post('/skills', skillBody({ instructions }));
        row.succeeds(answer);
        row.shows(answer, 'instructions', instructions);
      }
    },
  }),

  check({
    id: 'skills.citations.missing',
    requirements: [
      'skills.citations.form',
      'errors.references-invalid.answer',
      'errors.references-invalid.grouped-data',
      'errors.references-invalid.nothing-saved',
    ],
    needs: ['resource:citable_reference'],
    async run(t) {
      const body = skillBody({
        instructions: `Answer from ${brokenLike(t, t.word('citable_reference'))} only.`,
      });
      const answer = await t.main.post('/skills', body);
      t.expect('skills.citations.form').isRefused(answer);
      t.expect('errors.references-invalid.answer').failsWith(answer, 'references-invalid');
      const data = dataOf(answer);
      t.expect('errors.references-invalid.grouped-data').holds(
        answer,
        Array.isArray(data) && isObject(data[0]),
        'an array that begins with an object',
        data,
        '/data',
      );
      const { page, found } = await searchSkills(t, ({ name }) => name === body.name);
      t.expect('errors.references-invalid.nothing-saved').holds(
        page,
        found === undefined,
        'no such skill in the list',
        found,
      );
    },
  }),

  check({
    id: 'skills.citations.changed',
    requirements: [
      'skills.update.revalidates-citations',
      'errors.references-invalid.answer',
      'errors.references-invalid.nothing-saved',
    ],
    needs: ['resource:citable_reference'],
    async run(t) {
      const reference = t.word('citable_reference');
      const { path, answer: before } = await makeSkill(t, { instructions: `Answer from ${reference}.` });
      // The one that is fine stands first, and all are looked at.
      const instructions = `Answer from ${reference}, else from ${brokenLike(t, reference)}.`;
      const answer = await t.main.patch(path, { name: `Conformance ${t.freshId()}`, instructions });
      t.expect('skills.update.revalidates-citations').isRefused(answer);
      t.expect('errors.references-invalid.answer').failsWith(answer, 'references-invalid');

      const read = t.given(await t.main.get(path));
      for (const member of ['name', 'instructions']) {
        t.expect('skills.update.revalidates-citations', 'errors.references-invalid.nothing-saved').shows(
          read,
          member,
          before.data[member],
        );
      }
    },
  }),

  check({
    id: 'skills.citations.not-usable',
    requirements: ['errors.references-invalid.not-usable'],
    needs: ['resource:unusable_reference'],
    async run(t) {
      const instructions = `Answer from ${t.word('unusable_reference')} only.`;
      const answer = await t.main.post('/skills', skillBody({ instructions }));

      t.expect('errors.references-invalid.not-usable').failsWith(answer, 'references-invalid');
    },
  }),

  check({
    id: 'skills.citations.not-accepted',
    requirements: ['errors.references-invalid.not-accepted'],
    needs: ['resource:unacceptable_reference'],
    async run(t) {
      const instructions = `Answer from ${t.word('unacceptable_reference')} only.`;
      const answer = await t.main.post('/skills', skillBody({ instructions }));

      t.expect('errors.references-invalid.not-accepted').failsWith(answer, 'references-invalid');
    },
  }),

  check({
    id: 'skills.citations.agent-in-content',
    requirements: ['skills.citations.agent-in-content', 'skills.citations.form'],
    needs: ['resource:agent'],
    async run(t) {
      const { content } = t.plain();
      const turn = t.plain({ content: `${content} {{agent:${t.resource('agent')}}}` });
      const stream = await t.open(turn);
      const agents = (await stream.rest())?.data.agents;

      // What ends a turn tells of agents if the turn carried some, and only then (section 6).
      t.expect('skills.citations.agent-in-content', 'skills.citations.form').holds(
        stream,
        isObject(agents),
        'an object',
        agents,
        '/agents',
      );
    },
  }),
];

/** A citation of the same type, of what does not exist. */
function brokenLike(t: CheckContext, reference: string): string {
  const broken = reference.replace(/:[^}]*\}\}$/, `:${MISSING_ID}}}`);
  t.assume(broken !== reference, `the profile's ${reference} has not the form {{type:id}}`);
  return broken;
}

function dataOf({ body }: Answer): unknown {
  return isObject(body) ? body.data : undefined;
}
