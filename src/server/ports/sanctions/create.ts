import { fileURLToPath } from 'node:url';
import type { PortContext } from '../context.ts';
import { createFileList } from './file-list.ts';
import type { Sanctions } from './sanctions.ts';

const samplePath = fileURLToPath(new URL('../../seed/sample-sanctions.csv', import.meta.url));

/** Without a list, no payee is cleared automatically: each waits for staff. */
const noList: Sanctions = { check: async () => ({ listVersion: null, matches: [] }), findEdition: () => null };

/** The list that SANCTIONS_LIST names; the demo has one of invented people. @throws for an unreadable list */
export function createSanctions({ env }: PortContext): Sanctions {
  if (env.sanctionsList !== undefined) return createFileList(env.sanctionsList);
  return env.demo && !env.production ? createFileList(samplePath) : noList;
}
