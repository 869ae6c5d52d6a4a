import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { insertOnce } from '#server/core/database/rows.ts';
import type { Captcha, Db } from '#server/core/deps.ts';
import { type Keys, sha256 } from '#server/core/encryption.ts';

const lifetimeMs = 20 * 60_000;

/** Rounds of PBKDF2 per counter that a browser tries: a challenge takes about a second of work on a phone. */
const defaultCost = 5_000;
const counters = { from: 500, to: 1_500 };

function readPayload(text: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof value !== 'object' || value === null || !('challenge' in value) || !('solution' in value))
      return undefined;
    return value as Payload;
  } catch {
    return undefined;
  }
}

/** Our own proof of work. Challenges are signed, so only ours count, and stored on use, so each counts once. */
export function createAltcha(db: Db, keys: Keys, clock: () => Date, cost = defaultCost): Captcha {
  const secrets = {
    hmacSignatureSecret: keys.derive('captcha').toString('hex'),
    hmacKeySignatureSecret: keys.derive('captcha-key').toString('hex'),
  };

  return {
    challenge() {
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(counters.to, counters.from),
        deriveKey,
        expiresAt: new Date(clock().getTime() + lifetimeMs),
        ...secrets,
      });
    },

    async verify(text) {
      const payload = readPayload(text);
      if (!payload) return false;
      const { challenge, solution } = payload;
      const result = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(() => undefined);
      const expiresAt = new Date((challenge.parameters?.expiresAt ?? 0) * 1000);
      if (!result?.verified || expiresAt <= clock()) return false;
      const challengeHash = sha256(challenge.signature ?? '');
      return insertOnce(db, 'captcha_use', { challenge_hash: challengeHash, expires_at: expiresAt });
    },
  };
}
