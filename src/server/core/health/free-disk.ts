import { statfs } from 'node:fs/promises';
import type { Env } from '../env.ts';

/** Below this part, it is time to act. */
export const minFreeDisk = 0.1;

/** How much of this machine's disk is free; it is the database's too where both share a machine. */
export async function readFreeDisk({ dataDir }: Pick<Env, 'dataDir'>): Promise<{ bytes: number; part: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir).catch(() => statfs('.'));
  return { bytes: bavail * bsize, part: bavail / blocks };
}
