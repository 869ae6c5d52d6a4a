import { type BridgeTask, Pending, Refused } from './adapter.ts';
import type { CoreParts } from './run-bridge.ts';

type StoredTask = BridgeTask & {
  /** Of the request; repeating it means the same task. */
  readonly key: string;
  /** When a person said that it is done, UTC ms; null before. */
  readonly confirmedAt: number | null;
};

type Wanted = Pick<StoredTask, 'accountId' | 'kind' | 'key' | 'text'> & { readonly command?: string };

const collection = 'tasks';

/** What a person does at the platform because the bridge can't; kept until they confirm it at the command line. */
export function createPersonTasks({ store, clock, say }: Pick<CoreParts, 'store' | 'clock' | 'say'>, program: string) {
  const list = () => store.list<StoredTask>(collection).map(([, task]) => task);

  function create(wanted: Wanted): StoredTask {
    const id = `T${(store.get<number>('counters', collection) ?? 0) + 1}`;
    const command = wanted.command ?? `node ${program} confirm ${id}`;
    const task: StoredTask = { id, ...wanted, command, requestedAt: clock.now(), confirmedAt: null };
    store.write([collection, id, task], ['counters', collection, Number(id.slice(1))]);
    say(`${id}: ${task.text} (${command})`);
    return task;
  }

  const findTask = ({ accountId, kind, key }: Pick<StoredTask, 'accountId' | 'kind' | 'key'>) =>
    list().find((each) => each.accountId === accountId && each.kind === kind && each.key === key);

  /** Removes an account's tasks of a kind, except the one with this key: the site no longer wants them. */
  function withdraw(accountId: string, kind: BridgeTask['kind'], exceptKey?: string): void {
    const outdated = list().filter(
      (each) => each.accountId === accountId && each.kind === kind && each.key !== exceptKey,
    );
    store.write(...outdated.map(({ id }) => [collection, id, null] as const));
  }

  return {
    withdraw,
    /** @returns when a person did it. @throws {Pending} until then */
    require(wanted: Wanted): number {
      const { confirmedAt } = findTask(wanted) ?? create(wanted);
      if (confirmedAt === null) throw new Pending(wanted.text, 'person');
      return confirmedAt;
    },
    /** @throws {Refused} if there is no such task */
    confirm(id: string): void {
      const task = store.get<StoredTask>(collection, id);
      if (!task) throw new Refused(`there is no task ${id}`);
      if (task.confirmedAt === null) store.write([collection, id, { ...task, confirmedAt: clock.now() }]);
    },
    /** Those that nobody has confirmed, oldest first. */
    open: (): readonly BridgeTask[] =>
      list()
        .filter(({ confirmedAt }) => confirmedAt === null)
        .map(({ key: _, confirmedAt: __, ...task }) => task),
  };
}
