import { findChat, isSameUuid, listNewest, makeChat } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';
import { twice } from '../../check-kit/twice.ts';

/** Creating, reading and listing chats (sections 2.2 and 4.1). */
export const chatChecks = [
  check({
    id: 'chats.create',
    requirements: [
      R['chats.create.exists'],
      R['chats.create.empty'],
      R['chats.create.permission-mode-default'],
    ],
    async run(t) {
      // The chat has a name because a service may refuse `{}`.
      const created = await t.main.post('/chats', { name: 'Conformance' });
      t.expect('chats.create.exists').succeeds(created);
      const path = `/chats/${encodeURIComponent(String(created.data.id))}`;
      const turns = t.requireSuccess(await t.main.get(`${path}/messages`));
      const read = t.requireSuccess(await t.main.get(path));

      t.expect('chats.create.empty').equals(turns, turns.items.length, 0, '/data');
      t.expect('chats.create.permission-mode-default').equals(
        read,
        read.data.permission_mode,
        'manual',
        '/data/permission_mode',
      );
    },
  }),

  check({
    id: 'chats.get',
    requirements: [R['chats.get.exists']],
    async run(t) {
      const { id, path } = await makeChat(t);
      const read = await t.main.get(path);

      const claim = t.expect('chats.get.exists');
      claim.succeeds(read);
      claim.isTrue(read, isSameUuid(read.data.id, id), `the chat ${id}`, read.data.id, '/data/id');
    },
  }),

  check({
    id: 'chats.get.foreign',
    requirements: [R['chats.get.foreign']],
    arranges: ['foreign-chat'],
    needs: ['credential:second'],
    async run(t) {
      const { path } = await makeChat(t);
      const claim = t.expect('chats.get.foreign');
      await twice(async () => claim.failsWith(await t.as('second').get(path), 'not-found'));
    },
  }),

  check({
    id: 'chats.list',
    requirements: [R['chats.list.exists']],
    async run(t) {
      const { id } = await makeChat(t);
      const list = await t.main.get('/chats?size=200');

      const claim = t.expect('chats.list.exists');
      claim.succeeds(list);
      claim.isTrue(list, findChat(list, id) !== undefined, `the chat ${id} that was just created`, undefined);
    },
  }),

  check({
    id: 'chats.list.newest-first',
    requirements: [R['chats.list.newest-first']],
    // The timestamps of the two chats must differ even in whole seconds. Nothing else happens to the chats.
    waits: 1500,
    async run(t) {
      const older = await makeChat(t);
      await t.wait(1500);
      const newer = await makeChat(t);
      const list = await listNewest(t);
      const indexOf = ({ id }: { readonly id: string }) =>
        list.items.findIndex((item) => isSameUuid(item.id, id));
      t.require(
        indexOf(older) >= 0 && indexOf(newer) >= 0,
        'the list does not show the two chats just created',
      );

      t.expect('chats.list.newest-first').isTrue(
        list,
        indexOf(newer) < indexOf(older),
        `${newer.id} before ${older.id}`,
        `positions ${indexOf(newer)} and ${indexOf(older)}`,
        '/data',
      );
    },
  }),
];
