import { ServiceError } from '#server/core/deps.ts';
import type { Identity } from '#server/payouts/ports/identity-check/identity-check.ts';
import type { IdentityEvent, IdentityStatus } from '#shared/payouts/payees/identity-check.ts';
import type { Chance } from './chance.ts';

const key = 'what the firm and the provider both know';
const name = { firstName: 'Ada', lastName: 'Ferreira' };

type Message = { readonly checkId: string; readonly event: IdentityEvent };

/** A provider of identity checks, with records of its own, which no stop of our server touches. */
export function createIdentityProvider() {
  /** The newest event of each check. */
  const checks = new Map<string, IdentityEvent>();
  const state = { waiting: [] as Message[] };

  const port: Identity = {
    provider: 'veriff',
    async start({ checkId }) {
      return { ref: `session-${checkId}`, url: `https://identity.example/${checkId}` };
    },
    async receive(headers, rawBody) {
      if (headers.get('X-Key') !== key) throw new ServiceError(401, 'bad_signature');
      return JSON.parse(rawBody) as Message;
    },
    fetch: async ({ id }) => checks.get(id) ?? null,
  };

  return {
    port,
    checks,
    state,
    /**
     * Decides a check; the message about it waits, and may leave out the name, which is then asked for.
     * @param after when staff decided, in the same moment of a clock that stands still
     */
    decide(checkId: string, status: IdentityStatus, isNamed: boolean, after = 0): void {
      const last = Math.max(checks.get(checkId)?.at ?? 0, after);
      const event = {
        status,
        at: Math.max(Date.now(), last + 1),
        reason: null,
        name: status === 'approved' ? name : null,
      };
      checks.set(checkId, event);
      state.waiting.push({ checkId, event: isNamed ? event : { ...event, name: null } });
    },
    /** One of the messages, which is not the oldest one's turn only. */
    pick: (chance: Chance): Message | undefined => state.waiting[chance.below(state.waiting.length)],
    /** A message that was taken isn't sent again; one whose taking nobody has answered is. */
    forget(message: Message): void {
      state.waiting = state.waiting.filter((each) => each !== message);
    },
    sign: (isOurs: boolean) => ({ 'X-Key': isOurs ? key : 'guessed' }),
  };
}

/** Asks a provider over a network that may fail, which its adapters call unavailable; messages are read without it. */
export function connectProvider(port: Identity, remote: Identity): Identity {
  const refuse = () => Promise.reject(new ServiceError(503, 'identity_unavailable'));
  return { ...port, start: (request) => remote.start(request).catch(refuse), fetch: remote.fetch };
}
