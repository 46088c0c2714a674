import { expect, it } from 'vitest';
import { GroupSync } from '../../../src/reference/store/disk.ts';

/** A disk that keeps what the test lets it keep. */
function scene() {
  let changes = 3;
  const syncs: PromiseWithResolvers<void>[] = [];
  const disk = new GroupSync({
    changes: () => changes,
    sync() {
      syncs.push(Promise.withResolvers());
      return (syncs.at(-1) as PromiseWithResolvers<void>).promise;
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const write = () => {
    changes += 1;
  };
  return { disk, syncs, settle, write };
}

it('has nothing to wait for while nothing is written', async () => {
  const { disk, syncs, settle } = scene();
  expect(disk.reached()).toBeUndefined();
  await settle();
  expect(syncs).toHaveLength(0);
});

it('waits once for all writes of one moment, and once more for those that came later', async () => {
  const { disk, syncs, settle, write } = scene();
  write();
  const first = disk.reached();
  write();
  expect(disk.reached()).toBe(first);
  await settle();
  write();
  const later = disk.reached();
  expect(later).not.toBe(first);
  await settle();
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await first;
  await settle();
  expect(syncs).toHaveLength(2);
  syncs[1]?.resolve();
  await later;
  expect(disk.reached()).toBeUndefined();
});

it('keeps nothing that the disk failed to keep, and tries again', async () => {
  const { disk, syncs, settle, write } = scene();
  write();
  const failed = disk.reached();
  await settle();
  syncs[0]?.reject(new Error('EIO'));
  await expect(failed).rejects.toThrow('EIO');
  const again = disk.reached();
  await settle();
  syncs[1]?.resolve();
  await again;
  expect(disk.reached()).toBeUndefined();
});
