import type { RequirementId } from '../../../../../generated/ids.d.ts';
import { readInteger } from '../../../../exact-json/exact-number.ts';
import type { Answer } from '../../../drive/answer.ts';
import { isObject, type JsonObject } from '../../../judge/json.ts';
import { MISSING_ID } from '../../../judge/missing-id.ts';
import { type CatalogBlock, idsListed } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill, searchSkills, skillBody } from '../../check-kit/skills.ts';

/** Text between citations: longer than what a service may search, and shorter than the limit. */
const LONG = 'whatever else there is, '.repeat(300);

/** How many skills one text cites. */
const MANY = 25;

/** Citations in the form `{{type:id}}`. Each service has its own type names, so the profile provides them. */
export const skillCitationChecks = [
  check({
    id: 'skills.citations.accepted',
    requirements: [R['skills.instructions.may-cite']],
    needs: ['resource:citable_reference'],
    async run(t) {
      const claim = t.expect('skills.instructions.may-cite');
      for (const reference of t.words('citable_reference')) {
        const instructions = `Answer from ${reference} only.`;
        const answer = await t.main.post('/skills', skillBody({ instructions }));
        claim.succeeds(answer);
        claim.shows(answer, 'instructions', instructions);
      }
    },
  }),

  check({
    id: 'skills.citations.missing',
    requirements: [
      R['skills.citations.form'],
      R['errors.references-invalid.answer'],
      R['errors.references-invalid.grouped-data'],
      R['errors.references-invalid.nothing-saved'],
    ],
    arranges: ['unresolved-citation'],
    needs: ['resource:citable_reference'],
    async run(t) {
      const body = citing(brokenLike(t, t.word('citable_reference')));
      const answer = await t.main.post('/skills', body);
      t.expect('skills.citations.form').isRefused(answer);
      t.expect('errors.references-invalid.answer').failsWith(answer, 'references-invalid');
      const data = dataOf(answer);
      t.expect('errors.references-invalid.grouped-data').isTrue(
        answer,
        Array.isArray(data) && isObject(data[0]),
        'an array that begins with an object',
        data,
        '/data',
      );
      const { page, found } = await searchSkills(t, ({ name }) => name === body.name);
      t.expect('errors.references-invalid.nothing-saved').isTrue(
        page,
        found === undefined,
        'no such skill in the list',
        found,
      );
    },
  }),

  check({
    id: 'skills.citations.missing.together',
    requirements: [R['errors.references-invalid.grouped-data']],
    needs: ['resource:citable_reference'],
    async run(t) {
      await expectCategories(
        t,
        t.words('citable_reference').map((reference) => brokenLike(t, reference)),
      );
    },
  }),

  check({
    id: 'skills.citations.not-accepted.together',
    requirements: [R['errors.references-invalid.grouped-data']],
    needs: ['resource:citable_reference', 'resource:unacceptable_reference'],
    async run(t) {
      await expectCategories(t, [
        brokenLike(t, t.word('citable_reference')),
        ...t.words('unacceptable_reference'),
      ]);
    },
  }),

  check({
    id: 'skills.citations.changed',
    requirements: [
      R['skills.update.revalidates-citations'],
      R['errors.references-invalid.answer'],
      R['errors.references-invalid.nothing-saved'],
    ],
    arranges: ['unresolved-citation'],
    needs: ['resource:citable_reference'],
    async run(t) {
      const reference = t.word('citable_reference');
      const { path, answer: before } = await makeSkill(t, { instructions: `Answer from ${reference}.` });
      // The valid citation comes first, to detect a service that checks only the first one.
      const instructions = `Answer from ${reference}, else ${LONG}from ${brokenLike(t, reference)}.`;
      const answer = await t.main.patch(path, { name: `Conformance ${t.freshId()}`, instructions });
      t.expect('skills.update.revalidates-citations').isRefused(answer);
      t.expect('errors.references-invalid.answer').failsWith(answer, 'references-invalid');

      const read = t.requireSuccess(await t.main.get(path));
      for (const member of ['name', 'instructions']) {
        t.expect('skills.update.revalidates-citations', 'errors.references-invalid.nothing-saved').shows(
          read,
          member,
          before.data[member],
        );
      }
      const words = t.words('citable_reference');
      await expectInvalid(
        t,
        'errors.references-invalid.answer',
        `${await manyLike(t, words)} and ${brokenLike(t, reference)}`,
      );
      const catalog = t.requireSuccess(await t.main.get('/chat/catalog'));
      for (const word of words) {
        await expectInvalid(t, 'errors.references-invalid.answer', brokenLike(t, word));
        for (const other of await ofOtherTypes(t, word, words, catalog)) {
          await expectInvalid(t, 'errors.references-invalid.answer', other);
          await expectInvalid(t, 'errors.references-invalid.answer', `${word} and ${other}`);
        }
        await citeDeleted(t, word);
      }
    },
  }),

  check({
    id: 'skills.citations.not-usable',
    requirements: [R['errors.references-invalid.not-usable']],
    arranges: ['unresolved-citation'],
    needs: ['resource:unusable_reference'],
    async run(t) {
      for (const reference of t.words('unusable_reference'))
        await expectInvalid(t, 'errors.references-invalid.not-usable', reference);
    },
  }),

  check({
    id: 'skills.citations.not-accepted',
    requirements: [R['errors.references-invalid.not-accepted']],
    arranges: ['unaccepted-citation'],
    needs: ['resource:unacceptable_reference'],
    async run(t) {
      for (const reference of t.words('unacceptable_reference'))
        await expectInvalid(t, 'errors.references-invalid.not-accepted', reference);
    },
  }),

  check({
    id: 'skills.citations.agent-in-content',
    requirements: [R['skills.citations.agent-in-content'], R['skills.citations.form']],
    needs: ['resource:agent'],
    async run(t) {
      const { content } = t.plain();
      const turn = t.plain({ content: `${content} {{agent:${t.resource('agent')}}}` });
      const stream = await t.open(turn);
      const agents = (await stream.rest())?.data.agents;

      // A terminal event has the member `agents` if and only if the turn carried agents (section 6).
      t.expect('skills.citations.agent-in-content', 'skills.citations.form').isTrue(
        stream,
        isObject(agents),
        'an object',
        agents,
        '/agents',
      );
    },
  }),
];

/** Expects that a skill cannot cite something, neither when it is created nor when it is updated. */
async function expectInvalid(t: CheckContext, requirement: RequirementId, reference: string): Promise<void> {
  const claim = t.expect(requirement);
  const instructions = `Answer from ${reference} only.`;
  claim.failsWith(await t.main.post('/skills', skillBody({ instructions })), 'references-invalid');
  const { path } = await makeSkill(t);
  for (const members of [{ instructions }, { instructions, icon: 'key' }])
    claim.failsWith(await t.main.patch(path, members), 'references-invalid');
  // The first toggle deactivates the skill, or activates it if it was created inactive.
  t.requireSuccess(await t.main.patch(`${path}/toggle`));
  claim.failsWith(await t.main.patch(path, { instructions }), 'references-invalid');
}

/** For each type of citation, the part of the catalog that lists what the user can cite. */
const LISTED: Readonly<Record<string, CatalogBlock['name']>> = {
  library: 'libraries',
  connector: 'connectors',
};

/** Citations that combine the id of one resource with the type of another, where the user can use no resource of that type with this id. */
async function ofOtherTypes(
  t: CheckContext,
  word: string,
  words: readonly string[],
  catalog: Answer,
): Promise<readonly string[]> {
  const { type: own, id } = partsOf(word);
  const types = words.map((each) => partsOf(each).type).filter((type) => type !== own);
  const isSkill = (await t.main.get(`/skills/${id}`)).status !== 404;
  return types
    .filter((type) => {
      if (type === 'skill') return !isSkill;
      const block = LISTED[type];
      return block !== undefined && !idsListed(catalog, block).includes(readInteger(id));
    })
    .map((type) => `{{${type}:${id}}}`);
}

function partsOf(citation: string): { readonly type: string; readonly id: string } {
  const [, type = '', id = ''] = /^\{\{(\w+):(\w+)\}\}$/.exec(citation) ?? [];
  return { type, id };
}

/** Citations of everything that can be cited. If one citation has the type of skills, also citations of many skills. */
async function manyLike(t: CheckContext, words: readonly string[]): Promise<string> {
  const ids = await Promise.all(Array.from({ length: MANY }, async () => (await makeSkill(t)).id));
  const citingAll = (word: string) => ids.map((id) => `{{${partsOf(word).type}:${id}}}`).join(' and ');
  for (const word of words) {
    const made = await t.main.post('/skills', skillBody({ instructions: `Answer from ${citingAll(word)}.` }));
    if (made.isSuccess) return [...words, citingAll(word)].join(' and ');
  }
  return words.join(' and ');
}

/** A citation of the same type, with an id that does not exist. */
function brokenLike(t: CheckContext, reference: string): string {
  const broken = reference.replace(/:[^:}]*\}\}$/, `:${MISSING_ID}}}`);
  t.require(
    broken !== reference,
    `the reference ${reference} of the profile does not have the form {{type:id}}`,
  );
  return broken;
}

/** A skill whose instructions cite something. */
function citing(references: string): JsonObject {
  return skillBody({ instructions: `Answer from ${references} only.` });
}

/** Expects that for a text with several invalid references, the failure names each category that the references cause individually. */
async function expectCategories(t: CheckContext, references: readonly string[]): Promise<void> {
  const categories = new Set<string>();
  for (const reference of references) {
    const alone = await t.main.post('/skills', citing(reference));
    for (const category of categoriesOf(alone)) categories.add(category);
  }
  const answer = await t.main.post('/skills', citing(references.join(' or ')));
  const named = categoriesOf(answer);
  t.expect('errors.references-invalid.grouped-data').isTrue(
    answer,
    [...categories].every((category) => named.includes(category)),
    `the categories that these references have one by one: ${[...categories].join(', ')}`,
    named,
    '/data/0',
  );
}

/** The names of the non-empty groups in a failure about invalid references. */
function categoriesOf(answer: Answer): readonly string[] {
  const data = dataOf(answer);
  const [groups] = Array.isArray(data) ? data : [];
  if (!isObject(groups)) return [];
  return Object.entries(groups).flatMap(([name, group]) =>
    group === null || (Array.isArray(group) && group.length === 0) ? [] : [name],
  );
}

function dataOf({ body }: Answer): unknown {
  return isObject(body) ? body.data : undefined;
}

/**
 * Updates instructions that cite a skill deleted in the meantime, if the type of a reference is that of skills. All citations must be
 * checked, not only new ones. Claims nothing unless a new skill with the same citation is refused.
 */
async function citeDeleted(t: CheckContext, reference: string): Promise<void> {
  const cited = await makeSkill(t);
  const citation = reference.replace(/[0-9]+/, String(cited.id));
  const body = () => skillBody({ instructions: `Answer as ${citation} says.` });
  const cites = await t.main.post('/skills', body());
  if (!cites.isSuccess) return;
  t.requireSuccess(await t.main.delete(cited.path));
  if ((await t.main.post('/skills', body())).messageCode !== 'prompt_refs_invalid') return;
  for (const instructions of [
    `Always answer as ${citation} says.`,
    `Answer as ${citation} says. Be brief.`,
    `Be brief. Answer as ${citation} says.`,
  ]) {
    const changed = await t.main.patch(`/skills/${cites.data.id}`, { instructions });
    t.expect('skills.update.revalidates-citations').failsWith(changed, 'references-invalid');
  }
}
