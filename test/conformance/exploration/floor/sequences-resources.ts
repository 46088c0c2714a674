import { type Json, meaning, type Sequence, type Visitor } from './sequence.ts';

/** Sequences that show the defects of chats, skills, credentials, the catalog and pages. */
export const RESOURCE_SEQUENCES: Readonly<Record<string, Sequence>> = {
  'chats.update.name/second-rename-is-forgotten': {
    async show(visitor) {
      const chat = `/chats/${await visitor.chat()}`;
      await visitor.patch(chat, { name: 'One' });
      const { name } = (await visitor.patch(chat, { name: 'Two' })).data;
      return [name, (await visitor.get(chat)).data.name];
    },
    sound: ['Two', 'Two'],
    broken: ['Two', 'One'],
  },
  'chats.list.favorite-filter/unfavourited-stays': {
    async show(visitor) {
      const chat = `/chats/${await visitor.chat()}`;
      for (const is_favorite of [true, false]) await visitor.patch(chat, { is_favorite });
      return (await visitor.get('/chats?is_favorite=true')).data.length;
    },
    sound: 0,
    broken: 1,
  },
  'chats.update.permission-mode-not-editable/reset-by-a-rename': {
    async show(visitor) {
      const chat = `/chats/${await visitor.chat({ permission_mode: 'auto' })}`;
      const { permission_mode } = (await visitor.patch(chat, { name: 'One' })).data;
      return [permission_mode, (await visitor.get(chat)).data.permission_mode];
    },
    sound: ['auto', 'auto'],
    broken: ['auto', 'manual'],
  },
  'chats.list.newest-first/third-chat': {
    async show(visitor) {
      const names = async () => (await visitor.get('/chats')).data.map(({ name }: Json) => name);
      await createChats(visitor, ['One', 'Two']);
      const two = await names();
      await createChats(visitor, ['Three']);
      return [two, await names()];
    },
    sound: [
      ['Two', 'One'],
      ['Three', 'Two', 'One'],
    ],
    broken: [
      ['Two', 'One'],
      ['Two', 'Three', 'One'],
    ],
  },
  'skills.toggle.flips/only-once': {
    async show(visitor) {
      const skill = await visitor.skill();
      const first = (await visitor.patch(`${skill}/toggle`, undefined)).data.is_active;
      return [first, (await visitor.patch(`${skill}/toggle`, undefined)).data.is_active];
    },
    sound: [false, true],
    broken: [false, false],
  },
  'skills.update.only-sent-fields/activates-after-a-toggle': {
    async show(visitor) {
      const skill = await visitor.skill();
      await visitor.patch(`${skill}/toggle`, undefined);
      await visitor.patch(skill, { name: 'Farewell' });
      return (await visitor.get(skill)).data.is_active;
    },
    sound: false,
    broken: true,
  },
  'skills.update.replaces-shared-users/adds': {
    async show(visitor) {
      const skill = await visitor.skill({ visibility: 'shared', shared_user_ids: [301] });
      await visitor.patch(skill, { shared_user_ids: [305] });
      return meaning(await visitor.get(skill, { as: 'other-user' }));
    },
    sound: 'api_v1_not_found',
    broken: 'ok',
  },
  'skills.visible.no-others/private-beside-a-shared-one': {
    async show(visitor) {
      const skill = await visitor.skill({ visibility: 'private' });
      const before = meaning(await visitor.get(skill, { as: 'other-user' }));
      await visitor.skill({ visibility: 'shared', shared_user_ids: [301] });
      return [before, meaning(await visitor.get(skill, { as: 'other-user' }))];
    },
    sound: ['api_v1_not_found', 'api_v1_not_found'],
    broken: ['api_v1_not_found', 'ok'],
  },
  'skills.delete.no-longer-served/revived-by-a-change': {
    async show(visitor) {
      const skill = await visitor.skill();
      await visitor.delete(skill);
      const deleted = meaning(await visitor.get(skill));
      await visitor.patch(skill, { name: 'Farewell' });
      return [deleted, meaning(await visitor.get(skill))];
    },
    sound: ['api_v1_not_found', 'api_v1_not_found'],
    broken: ['api_v1_not_found', 'ok'],
  },
  'chats.namespace.other-credentials-hidden/favorites': {
    async show(visitor) {
      const chatId = await visitor.chat();
      await visitor.patch(`/chats/${chatId}`, { is_favorite: true });
      const all = await visitor.get('/chats', { as: 'second' });
      const favorites = await visitor.get('/chats?is_favorite=true', { as: 'second' });
      return [all.data.length, favorites.data.length];
    },
    sound: [0, 0],
    broken: [0, 1],
  },
  'credentials.ownership.chats/refused-send-runs': {
    async show(visitor, { chatId }) {
      await visitor.send({ content: 'One' }, { chatId });
      const refused = meaning(await visitor.send({ content: 'Two' }, { chatId, as: 'second' }));
      return [refused, (await visitor.turns(chatId)).map(({ prompt }) => prompt)];
    },
    sound: ['api_v1_not_found', ['One']],
    broken: ['api_v1_not_found', ['One', 'Two']],
  },
  'catalog.skills.name/old-name': {
    async show(visitor) {
      const skill = await visitor.skill({ name: 'Greeting' });
      await visitor.patch(skill, { name: 'Farewell' });
      const { skills } = (await visitor.get('/chat/catalog')).data;
      return skills.find(({ id }: Json) => skill.endsWith(`/${id}`)).name;
    },
    sound: 'Farewell',
    broken: 'Greeting',
  },
  'catalog.blocks.absent-without-scope/last-reader': {
    async show(visitor) {
      const shown: boolean[] = [];
      for (const as of ['without-skills-read', 'main', 'without-skills-read'])
        shown.push('skills' in (await visitor.get('/chat/catalog', { as })).data);
      return shown;
    },
    sound: [false, true, false],
    broken: [false, true, true],
  },
  'lists.page.selects-slice/third-repeats-the-second': {
    async show(visitor) {
      await createChats(visitor, ['One', 'Two', 'Three']);
      const names: string[] = [];
      for (const page of [1, 2, 3])
        names.push((await visitor.get(`/chats?size=1&page=${page}`)).data[0].name);
      return names;
    },
    sound: ['Three', 'Two', 'One'],
    broken: ['Three', 'Two', 'Two'],
  },
  'lists.size.default-fifty/remembered': {
    async show(visitor, { chatId }) {
      for (const content of ['One', 'Two']) await visitor.send({ content }, { chatId });
      const small = (await visitor.turns(chatId, '?size=1')).length;
      return [small, (await visitor.turns(chatId)).length];
    },
    sound: [1, 2],
    broken: [1, 1],
  },
};

async function createChats(visitor: Visitor, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await visitor.chat({ name });
    await visitor.pass(2);
  }
}
