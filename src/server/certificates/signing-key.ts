import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isNull, updateRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { decryptText, encryptText } from '#server/core/encryption.ts';
import { createEd25519Key } from '#server/core/env.ts';
import type { PublicJwk, Signer } from '#shared/certificates/jws.ts';

/** An operator's command can't run; the message is one line for the terminal. */
export class SigningKeyError extends Error {}

/** The encryption context of a stored private key. */
export function signingKeyContext(id: string): string {
  return `certificate-key:${id}`;
}

/** The current signing key: CERTIFICATE_SIGNING_KEY if set, else one that is created on first use. */
export async function getSigner(deps: Deps, db: Db | Trx): Promise<Signer> {
  const configured = deps.env.certificateSigningKey;
  if (configured) return activate(deps, db, configured);
  const active = await findActive(db);
  if (active?.private_key) return signerOf(active.id, createEd25519Key(decrypt(deps, active.id, active.private_key)));
  // The active key came from a variable that is no longer set.
  if (active) await retire(deps, db, active.id);
  await insertKey(deps, db, generateKeyPairSync('ed25519').privateKey);
  return getSigner(deps, db);
}

/** All signing keys for publication, current and retired, newest first. */
export async function listPublicKeys(db: Db | Trx): Promise<PublicJwk[]> {
  const rows = await db
    .selectFrom('certificate_key')
    .select(['id', 'public_key'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, public_key: x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid: id, alg: 'EdDSA', use: 'sig' }));
}

/** Replaces the signing key; the old one stays published. @throws {SigningKeyError} if a variable holds the key */
export async function rotateSigningKey(deps: Deps, actor: string): Promise<{ kid: string }> {
  if (deps.env.certificateSigningKey) {
    throw new SigningKeyError('CERTIFICATE_SIGNING_KEY holds the key: set another value and restart instead.');
  }
  return deps.db.transaction().execute(async (trx) => {
    const active = await findActive(trx, true);
    if (active) await retire(deps, trx, active.id);
    const kid = await insertKey(deps, trx, generateKeyPairSync('ed25519').privateKey);
    await writeAudit(deps, trx, actor, 'certificate-key-rotated', ['certificate-key', kid], {
      before: active?.id ?? null,
    });
    return { kid };
  });
}

function findActive(db: Db | Trx, isLocked = false) {
  const query = db.selectFrom('certificate_key').select(['id', 'private_key']).where('retired_at', 'is', null);
  return (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

async function activate(deps: Deps, db: Db | Trx, configured: KeyObject): Promise<Signer> {
  const { kid } = exportKey(configured);
  const active = await findActive(db);
  if (active?.id !== kid) {
    if (active) await retire(deps, db, active.id);
    await insertKey(deps, db, configured, { isStored: false });
  }
  return signerOf(kid, configured);
}

async function retire(deps: Deps, db: Db | Trx, id: string): Promise<void> {
  await updateRow(db, 'certificate_key', { id, retired_at: isNull }, { retired_at: deps.clock() });
}

/** If several servers start together, one inserts its key and the others find it. */
async function insertKey(deps: Deps, db: Db | Trx, key: KeyObject, { isStored = true } = {}): Promise<string> {
  const { kid, x, d } = exportKey(key);
  const created = { created_at: deps.clock(), retired_at: null };
  const privateKey = isStored ? encryptText(deps.keys, signingKeyContext(kid), d) : null;
  await db
    .insertInto('certificate_key')
    .values({ id: kid, public_key: x, private_key: privateKey, ...created })
    .onConflict((conflict) =>
      isStored ? conflict.doNothing() : conflict.column('id').doUpdateSet({ retired_at: null }),
    )
    .execute();
  return kid;
}

function decrypt(deps: Deps, id: string, encrypted: string): Buffer {
  return Buffer.from(decryptText(deps.keys, signingKeyContext(id), encrypted), 'base64url');
}

function exportKey(key: KeyObject): { kid: string; x: string; d: string } {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const { d = '' } = key.export({ format: 'jwk' });
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  return { kid: createHash('sha256').update(members).digest('base64url'), x, d };
}

function signerOf(kid: string, key: KeyObject): Signer {
  return { kid, sign: async (bytes) => sign(null, bytes, key) };
}
