import { verifyAudit } from '#server/core/audit/verify.ts';
import type { Deps } from '#server/core/deps.ts';
import { appointStaff } from '#server/people/sign-up/appoint.ts';
import { OperatorError } from '#server/people/two-factor/reset-by-operator.ts';
import { roles } from '#shared/core/access.ts';
import { stop } from './console.mjs';
import { withServer } from './with-server.ts';

const [, , task = '', ...args] = process.argv;
const [first = ''] = args;
const readOption = (name: string) => args[args.indexOf(name) + 1] as string | undefined;

async function appoint(deps: Deps): Promise<string> {
  const role = roles.find((each) => args.includes('--role') && each === readOption('--role'));
  if (!first.includes('@') || !role) {
    throw new OperatorError(
      `usage: npm run staff:appoint -- <address> --role <${roles.join('|')}> [--by <an administrator’s address>]`,
    );
  }
  const operatorEmail = args.includes('--by') ? readOption('--by') : undefined;
  const outcome = await appointStaff(deps, { email: first, role, operatorEmail });
  return outcome === 'added'
    ? `${first} has the role ${role} now`
    : `We’ve emailed ${first} a link to choose a password`;
}

async function verify(deps: Deps): Promise<string> {
  const [number, hash] = first.split(':');
  const verdict = await verifyAudit(deps, number && hash ? { number: Number(number), hash } : undefined);
  if (!verdict.intact) throw new OperatorError(`The audit log has been altered: ${verdict.problem}`);
  const { head, erased } = verdict;
  const note = erased === 0 ? '' : `, of which ${erased} sign-ins were deleted after a year`;
  return `The audit log is intact: ${head.number} entries${note}\nStore this somewhere else and pass it next time: ${head.number}:${head.hash}`;
}

const tasks: Readonly<Record<string, (deps: Deps) => Promise<string>>> = { appoint, verify };
const run = tasks[task];
if (!run) stop(`usage: npm run staff:appoint, or npm run audit:verify`);
await withServer(async (deps) => (await run?.(deps)) ?? '', OperatorError);
