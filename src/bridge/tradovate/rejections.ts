/**
 * What the bridge does. `follow`: the request again, with its token, at the host that the answer names. `renew`: reads the
 * hosts again. `sign-in`: a new session. `session`: the same if the session turns out to be closed, and otherwise `alive`.
 * `hour`: sends nothing for an hour but locks. `refuse`: gives up. `missing`: there is no such thing. `retry`: later.
 */
type Reaction = 'follow' | 'renew' | 'sign-in' | 'session' | 'hour' | 'refuse' | 'missing' | 'retry';

type Rejection = { readonly means: string; readonly does: Reaction; readonly alive?: 'hour' | 'refuse' | 'retry' };

const moved = 'the organization’s interface is on another host';
const closed: Rejection = { means: 'the session is closed, or the vendor is ill', does: 'session', alive: 'retry' };
const locked: Rejection = { means: 'the vendor has locked its interface for us', does: 'hour' };
const limited = 'too many requests';

/** The vendor's rejections by where they come: in an answer, on the open stream, or to its opening. */
export const rejections: Readonly<Record<'rest' | 'stream' | 'upgrade', Readonly<Record<number, Rejection>>>> = {
  rest: {
    307: { means: moved, does: 'follow' },
    400: { means: 'it doesn’t understand the request', does: 'refuse' },
    401: { means: 'the session is closed, or the user lacks the right', does: 'session', alive: 'refuse' },
    404: { means: 'there is no such thing', does: 'missing' },
    408: closed,
    423: locked,
    429: { means: limited, does: 'session', alive: 'hour' },
    500: closed,
  },
  stream: {
    401: { means: 'it doesn’t accept the token', does: 'sign-in' },
    408: closed,
    423: locked,
    429: { means: limited, does: 'session', alive: 'hour' },
    500: closed,
  },
  upgrade: {
    307: { means: moved, does: 'renew' },
    421: { means: moved, does: 'renew' },
    423: locked,
    429: { means: limited, does: 'hour' },
  },
};

const unknown: Rejection = { means: 'the vendor is ill', does: 'retry' };
export const findRejection = (where: keyof typeof rejections, status: number): Rejection =>
  rejections[where][status] ?? unknown;

/** The vendor has refused a request with a status. */
export class Answered extends Error {
  readonly status: number;
  readonly words: string;

  constructor(path: string, status: number, words: string) {
    super(`${path} answered ${status}`);
    this.status = status;
    this.words = words;
  }
}

/** Locks and flattens, and what tells whether they hold: these go before everything else. */
const urgentPaths = ['/accountRiskStatus/setadminautoliqaction', '/position/deps', '/auth/'];
export const isUrgent = (path: string): boolean => urgentPaths.some((each) => path.startsWith(each));
