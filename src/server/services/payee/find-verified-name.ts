import type { Db, Trx } from '../../deps.ts';

export type VerifiedName = { readonly firstName: string; readonly lastName: string };

/** The name on the document of the person's approved identity check; undefined before one. */
export async function findVerifiedName(_executor: Db | Trx, _personId: string): Promise<VerifiedName | undefined> {
  return undefined;
}
