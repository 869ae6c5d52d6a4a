import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Deps } from '../deps.ts';
import { isSignedText, signText } from '../signature.ts';
import { type AuditHead, hasLink, readHead } from './verify.ts';

/** Why the noted heads can't vouch for the log; the message is a single line for the operator. */
export class NotedHeadsError extends Error {}

/**
 * The newest head in the file that AUDIT_HEADS_FILE names, of lines such as `2026-11-28T15:00:00.000Z 12:<hash> <signature>`.
 * @throws {NotedHeadsError} if a line wasn't written with our key
 */
export function readNotedHead({ env, keys }: Pick<Deps, 'env' | 'keys'>): AuditHead | undefined {
  const path = env.auditHeadsFile;
  if (path === undefined || !existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const at = line.lastIndexOf(' ');
    if (!isSignedText(keys, 'audit-heads', line.slice(0, at), line.slice(at + 1)))
      throw new NotedHeadsError(`line ${index + 1} of ${path} was changed`);
  }
  const [, number, hash = ''] = / (\d+):(\w*) /.exec(lines.at(-1) ?? '') ?? [];
  return number === undefined ? undefined : { number: Number(number), hash };
}

/**
 * Adds the log's newest head to a file where the database's machines can't write, so that an owner of the database
 * can't replace the log with another one that is intact.
 * @throws {NotedHeadsError} if the log no longer holds the head that was noted last
 */
export async function noteAuditHead(deps: Deps): Promise<void> {
  const { env, keys, db, clock } = deps;
  if (env.auditHeadsFile === undefined) return;
  const noted = readNotedHead(deps);
  if (noted && !(await hasLink(db, noted)))
    throw new NotedHeadsError(`the audit log has lost its link ${noted.number}`);
  const head = await readHead(db);
  if (head.number === (noted?.number ?? 0)) return;
  const text = `${clock().toISOString()} ${head.number}:${head.hash}`;
  appendFileSync(env.auditHeadsFile, `${text} ${signText(keys, 'audit-heads', text)}\n`);
}
