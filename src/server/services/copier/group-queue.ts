export type GroupQueue = {
  /** Asks for a group to be copied. While it is being copied, it is copied once more afterwards. */
  want(groupId: string): void;
  /** Starts nothing more, and waits for what is being copied. */
  stop(): Promise<void>;
};

/**
 * Copies groups independently of each other, `atOnce` of them at a time and each of them by one call at a time. A group
 * that takes long, or waits for a lock, holds up only itself.
 * @param copy never rejects
 */
export function createGroupQueue(copy: (groupId: string) => Promise<void>, atOnce: number): GroupQueue {
  /** In the order in which they were asked for; none of them is being copied. */
  const wanted = new Set<string>();
  /** Whether each is to be copied again: behind those that wait by then. */
  const again = new Map<string, boolean>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  async function run(groupId: string): Promise<void> {
    again.set(groupId, false);
    await copy(groupId);
    if (again.get(groupId)) wanted.add(groupId);
    again.delete(groupId);
  }

  function startNext(): void {
    for (const groupId of wanted) {
      if (stopped || running.size >= atOnce) return;
      wanted.delete(groupId);
      const copying = run(groupId).finally(() => {
        running.delete(copying);
        startNext();
      });
      running.add(copying);
    }
  }

  return {
    want(groupId) {
      if (again.has(groupId)) again.set(groupId, true);
      else wanted.add(groupId);
      startNext();
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
