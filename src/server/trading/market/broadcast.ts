import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Actor, type Deps, ServiceError } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import { sessionChannel } from '#server/core/session-channel.ts';
import { listSessionExpiries } from '#server/people/sessions/signed-in-until.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';
import { frameMs, frameNumberAt } from '#shared/trading/market/market.ts';
import { type ContractSelection, createEncoder, type EncodedFrame } from './encode-frames.ts';

export type FrameSink = {
  /** Whether the last message is still being sent. A slow viewer gets the newest frame afterward. */
  isBusy(): boolean;
  send(frame: EncodedFrame): void;
  end(): void;
};

const streamsPerPerson = 6;
const viewersPerServer = 6_000;
/** Ten seconds: how many missed frames a viewer gets after reconnecting. */
const maxResumedFrames = 40;
/** Viewers served before the server's other work gets a turn. */
const sliceSize = 200;
const sessionCheckMs = 15_000;
const retryAfterSeconds = 30;

type Viewer = {
  readonly actor: Actor;
  readonly selection: ContractSelection;
  readonly sink: FrameSink;
  signedInUntil: number;
  lastSentFrame: number;
};

const broadcasts = new WeakMap<Deps, ReturnType<typeof createBroadcast>>();

/** `after` is the last frame the viewer has; without it, the stream starts with the newest one. */
export type WatchRequest = {
  readonly selection: ContractSelection;
  readonly sink: FrameSink;
  readonly after: number | undefined;
};

/**
 * Sends four frames a second until the session ends or the returned function is called. A frame is encoded once for all
 * viewers of the same contracts; a slow viewer skips frames and delays nobody.
 * @throws {ServiceError} 409 for too many streams of one person, 503 if the server is full
 */
export async function watchMarket(
  deps: Deps,
  actor: Actor,
  { selection, sink, after }: WatchRequest,
): Promise<() => void> {
  const broadcast = broadcasts.get(deps) ?? createBroadcast(deps);
  broadcasts.set(deps, broadcast);
  broadcast.check(actor);
  const until = (await listSessionExpiries(deps, [actor.sessionId])).get(actor.sessionId);
  if (until === undefined) throw new ServiceError(invalidTokenStatus, 'token_invalid');
  broadcast.check(actor);
  const viewer: Viewer = { actor, selection, sink, signedInUntil: until, lastSentFrame: 0 };
  const leave = broadcast.join(viewer);
  // The session may end before the subscription is confirmed.
  const subscription = deps.bus.subscribe(sessionChannel(actor.sessionId), () => {
    stop();
    sink.end();
  });
  const stop = () => {
    leave();
    void subscription.then((unsubscribe) => unsubscribe());
  };
  await subscription.catch((error: unknown) => {
    leave();
    throw error;
  });
  broadcast.resume(viewer, after ?? 0);
  return stop;
}

function createBroadcast(deps: Deps) {
  const encoder = createEncoder(getMarket(deps));
  const viewers = new Set<Viewer>();
  const perPerson = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let checkedAt = 0;

  const add = (personId: string, change: number) => {
    const count = (perPerson.get(personId) ?? 0) + change;
    if (count > 0) perPerson.set(personId, count);
    else perPerson.delete(personId);
  };

  function leave(viewer: Viewer): void {
    if (viewers.delete(viewer)) add(viewer.actor.personId, -1);
  }

  function schedule(servedNumber: number): void {
    // Counted from the served frame: a timer may fire early, and serving may outlast the time the next frame is due.
    const waitMs = (servedNumber + 1) * frameMs - marketTime(deps);
    timer = setTimeout(() => void serveAll(), Math.min(Math.max(waitMs, 1), frameMs));
  }

  function serve(viewer: Viewer, frameNumber: number, now: number): void {
    if (viewer.signedInUntil <= now) {
      leave(viewer);
      viewer.sink.end();
    } else if (viewer.lastSentFrame < frameNumber && !viewer.sink.isBusy()) {
      viewer.lastSentFrame = frameNumber;
      viewer.sink.send(encoder.encode(viewer.selection, frameNumber));
    }
  }

  async function serveAll(): Promise<void> {
    const now = deps.clock().getTime();
    const frameNumber = frameNumberAt(marketTime(deps));
    encoder.forget(frameNumber, frameNumber - maxResumedFrames);
    try {
      const all = [...viewers];
      for (let from = 0; from < all.length; from += sliceSize) {
        if (from > 0) await nextTurn();
        for (const viewer of all.slice(from, from + sliceSize))
          if (viewers.has(viewer)) serve(viewer, frameNumber, now);
      }
    } catch (error) {
      deps.log.error({ err: error }, 'a frame of the market could not be sent');
    }
    if (now - checkedAt >= sessionCheckMs) {
      checkedAt = now;
      void checkSessions();
    }
    timer = undefined;
    if (viewers.size > 0) schedule(frameNumber);
  }

  /** A session's end may go unnoticed during a database outage, so sessions are also checked at intervals. */
  async function checkSessions(): Promise<void> {
    // Viewers who join while the database answers have just been checked.
    const checked = [...viewers];
    try {
      const expiryById = await listSessionExpiries(
        deps,
        checked.map(({ actor }) => actor.sessionId),
      );
      for (const viewer of checked) {
        const until = expiryById.get(viewer.actor.sessionId);
        if (until !== undefined) viewer.signedInUntil = until;
        else if (viewers.has(viewer)) {
          leave(viewer);
          viewer.sink.end();
        }
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'the sessions of the market’s readers could not be checked');
    }
  }

  return {
    check({ personId }: Actor): void {
      if ((perPerson.get(personId) ?? 0) >= streamsPerPerson) throw new ServiceError(409, 'market_streams');
      if (viewers.size >= viewersPerServer) throw new ServiceError(503, 'market_full', { retryAfterSeconds });
    },
    join(viewer: Viewer): () => void {
      viewers.add(viewer);
      add(viewer.actor.personId, 1);
      if (timer === undefined) schedule(frameNumberAt(marketTime(deps)));
      return () => leave(viewer);
    },
    resume(viewer: Viewer, after: number): void {
      if (!viewers.has(viewer)) return;
      const newest = frameNumberAt(marketTime(deps));
      viewer.lastSentFrame = newest;
      const isRecent = after < newest && newest - after <= maxResumedFrames;
      viewer.sink.send(
        isRecent ? encoder.encodeSince(viewer.selection, after + 1, newest) : encoder.encode(viewer.selection, newest),
      );
    },
  };
}
