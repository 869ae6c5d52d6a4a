import { createHash, randomBytes } from 'node:crypto';
import type { OpenRequest } from './adapter.ts';
import type { Store } from './store.ts';

export type User<Id> = { readonly name: string; readonly password: string; readonly userId: Id };

export type UserCalls<Id> = {
  find(name: string): Promise<Id | undefined>;
  create(user: Omit<User<Id>, 'userId'>, request: OpenRequest): Promise<Id>;
};

/** The vendor's user of each person, whose password is stored before the vendor learns it. */
export function createUsers<Id>(store: Store, vendor: UserCalls<Id>) {
  return async function openUser(request: OpenRequest): Promise<User<Id>> {
    const digest = hashOf(request.email.toLowerCase());
    const stored = store.get<Omit<User<Id>, 'userId'> & { readonly userId?: Id }>('users', digest);
    const user = stored ?? {
      name: `td${digest.slice(0, 12)}`,
      password: `T${randomBytes(12).toString('base64url')}7a!`,
    };
    if (!stored) store.write(['users', digest, user]);
    if (user.userId !== undefined) return { ...user, userId: user.userId };
    const userId = (await vendor.find(user.name)) ?? (await vendor.create(user, request));
    store.write(['users', digest, { ...user, userId }]);
    return { ...user, userId };
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A name for an account that derives from our id, so that it is found again: capitals, then digits. */
export function accountName(prefix: string, accountId: string): string {
  return `${prefix}${BigInt(`0x${hashOf(accountId).slice(0, 14)}`)
    .toString()
    .padStart(17, '0')}`;
}
