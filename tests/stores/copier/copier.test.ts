import { beforeEach, describe, expect, test } from 'vitest';
import {
  $copier,
  $copierBusy,
  $copyLog,
  arm,
  disarm,
  flatten,
  loadCopier,
  loadOlderLog,
  saveGroup,
  saveLog,
} from '#app/copier/stores/copier.ts';
import { flattenFollowers } from '#shared/copier/contract.ts';
import { buyThor, executionFollower, openCopyGroup } from '../../server/support/copier.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { catchDownloads, connectFetch, hold, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores();

beforeEach(() => {
  $copier.set({ status: 'loading' });
  $copyLog.set({ entries: [], more: false });
  $copierBusy.set(null);
});

const fail = () => connectFetch(server, () => new Response(null, { status: 500 }));

function followers() {
  const state = $copier.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.copier.accounts.flatMap(({ id, follower }) => (follower ? [{ accountId: id, ...follower }] : []));
}

const isArmed = () => followers().map(({ status }) => status !== 'disarmed');

/** A trader with Thor, a leader and two armed followers. */
async function openGroup() {
  const group = await openCopyGroup(server, [{}, {}]);
  signIn(group.token);
  await loadCopier();
  return group;
}

describe('the copier', () => {
  test('loads with its followers; a failed reload keeps them and says so', async () => {
    const { ids } = await openGroup();
    expect(
      followers()
        .map(({ accountId }) => accountId)
        .sort(),
    ).toEqual([...ids].sort());
    const shown = $copier.get();
    fail();
    await loadCopier();
    expect($copier.get()).toBe(shown);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });

  test('can be reloaded after a first load that fails', async () => {
    const group = await openCopyGroup(server, [{}]);
    signIn(group.token);
    const reconnect = fail();
    await loadCopier();
    expect($copier.get()).toEqual({ status: 'failed' });
    reconnect();
    await loadCopier();
    expect($copier.get().status).toBe('ready');
  });

  test('saves a group and shows it as stored on the server', async () => {
    const { personId, token } = await signInPerson(server);
    await buyThor(server, personId);
    const [leaderId, followerId] = [await buyAccount(server, personId), await buyAccount(server, personId)];
    signIn(token);
    await loadCopier();
    expect(followers()).toEqual([]);
    const saved = saveGroup({ leaderId, followers: [executionFollower(followerId)] });
    expect($copierBusy.get()).toBe('save');
    expect(await saved).toBe(true);
    expect($copierBusy.get()).toBeNull();
    expect(followers().map(({ accountId }) => accountId)).toEqual([followerId]);
    expect(toasts()).toEqual([{ key: 'saved' }]);
  });

  test('refuses a leader as a follower with the server’s reason and changes nothing', async () => {
    const { leaderId, ids } = await openGroup();
    expect(await saveGroup({ leaderId, followers: [executionFollower(leaderId)] })).toBe(false);
    expect(toasts()).toHaveLength(1);
    expect(followers()).toHaveLength(ids.length);
    expect($copierBusy.get()).toBeNull();
  });

  test('can’t copy another person’s accounts', async () => {
    const other = await openCopyGroup(server, [{}]);
    await openGroup();
    expect(await arm(other.ids)).toBe(false);
    expect(toasts()).toHaveLength(1);
  });
});

describe('arming', () => {
  test('re-arms followers that were disarmed', async () => {
    const { ids } = await openGroup();
    expect(isArmed()).toEqual([true, true]);
    expect(await disarm(ids)).toBe(true);
    expect(isArmed()).toEqual([false, false]);
    expect(await arm(ids.slice(0, 1))).toBe(true);
    expect(isArmed().filter(Boolean)).toHaveLength(1);
    expect(toasts()).toEqual([]);
  });

  test('ignores a second click while it is running', async () => {
    const { ids } = await openGroup();
    const [first, second] = [disarm(ids), arm(ids)];
    expect(await second).toBe(false);
    expect(await first).toBe(true);
    expect(isArmed()).toEqual([false, false]);
  });

  test('reports a failure and shows the server’s state', async () => {
    const { ids } = await openGroup();
    connectFetch(server, (path) => (path.endsWith('disarm') ? new Response(null, { status: 500 }) : undefined));
    expect(await disarm(ids)).toBe(false);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    expect(isArmed()).toEqual([true, true]);
    expect($copierBusy.get()).toBeNull();
  });
});

describe('flattening', () => {
  test('doesn’t wait for other actions', async () => {
    const { ids } = await openGroup();
    const answer = hold<Response>();
    connectFetch(server, (path) => (path.endsWith('arm') ? answer.promise : undefined));
    const arming = arm(ids);
    expect(await flatten()).toBe(true);
    answer.settle(new Response(null, { status: 500 }));
    await arming;
    expect(isArmed()).toEqual([false, false]);
  });

  test('can be limited to one follower', async () => {
    const { ids } = await openGroup();
    const bodies: unknown[] = [];
    connectFetch(server, async (path, request) => {
      if (path.endsWith(flattenFollowers.path)) bodies.push(await request.clone().json());
      return undefined;
    });
    expect(await flatten(ids[0])).toBe(true);
    expect(bodies).toEqual([{ accountIds: [ids[0]] }]);
    expect(followers().find(({ accountId }) => accountId === ids[1])?.status).not.toBe('disarmed');
  });
});

describe('the copier log', () => {
  test('loads older entries after the newest without repeating one', async () => {
    const { trade } = await openGroup();
    for (let round = 0; round < 4; round += 1) {
      await trade('buy', 1);
      await trade('sell', 1);
    }
    await loadCopier();
    const newest = $copyLog.get().entries;
    expect(newest.length).toBeGreaterThan(0);
    await loadOlderLog();
    const numbers = $copyLog.get().entries.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(numbers.toSorted((left, right) => right - left));
  });

  test('requests nothing older when it is empty', async () => {
    const { token } = await signInPerson(server);
    signIn(token);
    const asked: string[] = [];
    connectFetch(server, (path) => {
      asked.push(path);
      return undefined;
    });
    await loadOlderLog();
    expect(asked).toEqual([]);
  });

  test('is saved as a file, and a failure says so', async () => {
    await openGroup();
    const saved = catchDownloads();
    await saveLog();
    expect(saved.map(({ name }) => name)).toEqual(['thor-log.csv']);
    fail();
    await saveLog();
    expect(saved).toHaveLength(1);
    expect(toasts()).toEqual([{ key: 'server_error' }]);
  });
});
