import { linearScale } from './scale.ts';

/** A session of the example account. Floor and high-water mark move only at its end. */
export type HeroSession = {
  readonly equity: readonly number[];
  readonly floorCents: number;
  readonly markCents: number;
};

const size = { width: 600, height: 300 };
/** Fixed, so that the floor to the left of the drawing is at the same height whatever the market does. */
export const heroTopCents = 5_250_000;
const range = [4_690_000, heroTopCents] as const;
const gridCents = [4_800_000, 4_900_000, 5_000_000, 5_100_000, 5_200_000];
/** The drawing's ground reaches the edges of the window. */
const beyond = 2_000;

const yOf = linearScale(range, [size.height, 0]);
const round = (value: number) => Math.round(value);
const shareOf = (value: number) => `${Math.round((value / size.height) * 1000) / 10}%`;

/** @param progress how much of the last session has passed, from 0 to 1 */
export function drawHero(sessions: readonly HeroSession[], progress: number) {
  const width = size.width / sessions.length;
  const steps = (level: (session: HeroSession) => number) =>
    sessions
      .map((session, at) => `${at === 0 ? '' : 'V'}${round(yOf(level(session)))}H${round((at + 1) * width)}`)
      .join('');
  const equity = sessions.flatMap((session, at) => {
    const span = at === sessions.length - 1 ? width * progress : width;
    return session.equity.map((cents, index) => {
      const share = session.equity.length === 1 ? 1 : index / (session.equity.length - 1);
      return { x: round(at * width + share * span), y: round(yOf(cents)) };
    });
  });
  const floor = steps(({ floorCents }) => floorCents);
  const now = equity.at(-1) ?? { x: 0, y: 0 };
  const last = sessions.at(-1);
  const ground = `M${-beyond} ${floor}H${beyond}`;
  return {
    size,
    grid: gridCents.map((cents) => ({ cents, y: shareOf(yOf(cents)) })),
    equity: `M${equity.map(({ x, y }) => `${x} ${y}`).join('L')}`,
    floor: ground,
    tint: `${ground}V${size.height}H${-beyond}Z`,
    mark: `M0 ${steps(({ markCents }) => markCents)}`,
    room: `M${now.x} ${now.y}V${round(yOf(last?.floorCents ?? 0))}`,
    now: { x: `${Math.round((now.x / size.width) * 1000) / 10}%`, y: shareOf(now.y) },
    roomY: shareOf((now.y + yOf(last?.floorCents ?? 0)) / 2),
    roomCents: (last?.equity.at(-1) ?? 0) - (last?.floorCents ?? 0),
  };
}
