import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage } from '#shared/accounts/bridge-signature.ts';

/**
 * Remembers, also after a restart, that whoever has this secret signs whole requests: from then on, one of which only the
 * body is signed may be sent by someone who has seen it elsewhere. A new secret starts over.
 */
export function openSignatureMemory(folder: string, secret: string) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'whole-requests-are-signed');
  const text = createHmac('sha256', secret).update('whole requests are signed').digest('hex');
  let isKnown = existsSync(path) && readFileSync(path, 'utf8') === text;
  return {
    /** Whether a request may be answered of which this much is signed. */
    accepts(coverage: Coverage): boolean {
      if (coverage === 'body') return !isKnown;
      if (!isKnown) writeFileSync(path, text, { mode: 0o600, flush: true });
      isKnown = true;
      return true;
    },
  };
}

export type SignatureMemory = ReturnType<typeof openSignatureMemory>;
