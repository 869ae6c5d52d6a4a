/**
 * Copies up to `maxConcurrent` groups at a time, each by one call at a time. A group that takes long, or waits for a
 * lock, delays only itself.
 * @param copy must not reject
 */
export function createGroupQueue(copy: (groupId: string) => Promise<void>, maxConcurrent: number) {
  /** In the order of their requests; none of them is being copied. */
  const queued = new Set<string>();
  /** The groups being copied, and whether each must be queued again afterward. */
  const copyAgain = new Map<string, boolean>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  async function run(groupId: string): Promise<void> {
    copyAgain.set(groupId, false);
    await copy(groupId);
    if (copyAgain.get(groupId)) queued.add(groupId);
    copyAgain.delete(groupId);
  }

  function startNext(): void {
    for (const groupId of queued) {
      if (isStopped || running.size >= maxConcurrent) return;
      queued.delete(groupId);
      const copying = run(groupId).finally(() => {
        running.delete(copying);
        startNext();
      });
      running.add(copying);
    }
  }

  return {
    /** Queues a group to be copied. If it is being copied, it is copied once more afterward. */
    enqueue(groupId: string): void {
      if (copyAgain.has(groupId)) copyAgain.set(groupId, true);
      else queued.add(groupId);
      startNext();
    },
    /** Starts no more copies and waits for the running ones. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
