import { fileURLToPath } from 'node:url';
import type { PortContext } from '#server/core/deps.ts';
import { EnvError } from '#server/core/env-read.ts';
import { createFileList } from './file-list.ts';
import type { Sanctions } from './sanctions.ts';

const samplePath = fileURLToPath(new URL('./sample.csv', import.meta.url));

/** Without a list, no payee is cleared automatically: each waits for staff. */
const noList: Sanctions = { check: async () => ({ listVersion: null, matches: [] }), findEdition: () => null };

function openConfiguredList(path: string): Sanctions {
  try {
    return createFileList(path);
  } catch (error) {
    throw new EnvError(`SANCTIONS_LIST: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The list that SANCTIONS_LIST names; the demo has one of invented people. @throws {EnvError} for an unreadable list */
export function createSanctions({ env }: PortContext): Sanctions {
  if (env.sanctionsList !== undefined) return openConfiguredList(env.sanctionsList);
  return env.demo && !env.production ? createFileList(samplePath) : noList;
}
