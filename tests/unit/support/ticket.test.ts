import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import {
  canReply,
  closesAt,
  listLateClocks,
  openTicketAt,
  subjectOf,
  type TicketEvent,
  transitionTicket,
} from '#shared/support/ticket.ts';

const terms = {
  ...{ firstReplyBankDays: 2, nextReplyBankDays: 1, resolutionBankDays: 10 },
  ...{
    closeAfterDays: 14,
    reopenDays: 30,
    guestLinkDays: 30,
    attachmentDays: 90,
    ticketDays: 730,
    incidentAfterMinutes: 5,
  },
};
/** 10:00 in Chicago on Wednesday, March 11, 2026. */
const wednesday = Date.UTC(2026, 2, 11, 15);

describe('response deadlines', () => {
  test('a new ticket waits for a first reply until 17:00 in Chicago on the second bank day', () => {
    const ticket = openTicketAt(wednesday, terms);
    expect(ticket).toMatchObject({ status: 'open', replyDueAt: Date.UTC(2026, 2, 13, 22) });
    expect(ticket.resolutionDueAt).toBe(Date.UTC(2026, 2, 25, 22));
    expect(listLateClocks(ticket, Date.UTC(2026, 2, 13, 22) - 1)).toEqual([]);
    expect(listLateClocks(ticket, Date.UTC(2026, 2, 13, 22))).toEqual(['first-reply']);
    expect(listLateClocks(ticket, Date.UTC(2026, 2, 26))).toEqual(['first-reply', 'resolution']);
  });

  test('a second message before our reply does not postpone it', () => {
    const ticket = openTicketAt(wednesday, terms);
    const again = transitionTicket(ticket, { kind: 'written' }, wednesday + dayMs, terms);
    expect(again.replyDueAt).toBe(ticket.replyDueAt);
    expect(again.resolutionDueAt).toBe(ticket.resolutionDueAt);
  });

  test('a question from us stops both clocks, and the answer restarts them with the next-reply time', () => {
    const questioned = transitionTicket(
      openTicketAt(wednesday, terms),
      { kind: 'replied', status: 'waiting' },
      wednesday,
      terms,
    );
    expect(questioned).toMatchObject({ replyDueAt: null, resolutionDueAt: null, firstRepliedAt: wednesday });
    const answered = transitionTicket(questioned, { kind: 'written' }, wednesday + dayMs, terms);
    // Thursday's answer plus one bank day is Friday.
    expect(answered.replyDueAt).toBe(Date.UTC(2026, 2, 13, 22));
    expect(listLateClocks(answered, Date.UTC(2026, 2, 14))).toEqual(['next-reply']);
  });

  const question = { kind: 'replied', status: 'waiting' } as const;
  const answer = { kind: 'written' } as const;
  /** Noon in Chicago on a day of March 2026. Summer time began on the 8th. */
  const noon = (day: number) => Date.UTC(2026, 2, day, 17);
  /** A ticket of Wednesday the 11th after our questions and the answers to them; due on Wednesday the 25th. */
  const after = (...times: readonly [asked: number, answered: number][]) =>
    times.reduce(
      (ticket, [asked, answered]) =>
        transitionTicket(transitionTicket(ticket, question, asked, terms), answer, answered, terms),
      openTicketAt(wednesday, terms),
    );

  test.each([
    ['a question answered within the hour changes nothing', [[noon(24), noon(24) + hourMs]], 25],
    ['nor does one every day', [23, 24, 25].map((day) => [noon(day), noon(day) + hourMs]), 25],
    ['three bank days of waiting postpone the resolution by three', [[noon(12), noon(17)]], 30],
    ['a weekend of waiting doesn’t postpone it', [[noon(20), noon(21)]], 25],
    ['a question on the last day leaves until the end of the day of the answer', [[noon(25), noon(27)]], 27],
    ['an answer on a Saturday leaves until Monday', [[noon(25), noon(28)]], 30],
    ['an answer after the cut-off leaves until the next bank day', [[noon(25), Date.UTC(2026, 2, 27, 22)]], 30],
    [
      'each wait counts',
      [
        [noon(12), noon(13)],
        [noon(16), noon(18)],
      ],
      30,
    ],
  ] as [string, [number, number][], number][])('%s', (_, times, day) => {
    expect(after(...times).resolutionDueAt).toBe(Date.UTC(2026, 2, day, 22));
  });

  test('a second question while we wait changes nothing', () => {
    const asked = transitionTicket(openTicketAt(wednesday, terms), question, noon(24), terms);
    const again = transitionTicket(asked, question, noon(30), terms);
    expect([asked.resolutionDaysLeft, again.resolutionDaysLeft]).toEqual([1, 1]);
    // Tuesday the 31st, and one bank day more.
    expect(transitionTicket(again, answer, noon(31), terms).resolutionDueAt).toBe(Date.UTC(2026, 3, 1, 22));
  });

  test('a question after the deadline doesn’t undo that it has passed', () => {
    const asked = transitionTicket(openTicketAt(wednesday, terms), question, Date.UTC(2026, 2, 25, 22), terms);
    expect(listLateClocks(asked, noon(31))).toEqual([]);
    const answered = transitionTicket(asked, answer, noon(31), terms);
    expect(listLateClocks(answered, noon(31))).toEqual(['resolution']);
  });

  test('an answered or closed ticket that is opened again gets all ten bank days', () => {
    const questioned = transitionTicket(openTicketAt(wednesday, terms), question, noon(24), terms);
    for (const end of [{ kind: 'replied', status: 'answered' }, { kind: 'closed' }] as const) {
      const ended = transitionTicket(questioned, end, noon(24), terms);
      // Good Friday and Easter Monday aren't bank days.
      expect(transitionTicket(ended, answer, noon(24), terms).resolutionDueAt).toBe(Date.UTC(2026, 3, 9, 22));
    }
  });

  test('an answered ticket closes after its waiting period and can be written to for a while', () => {
    const replied = transitionTicket(
      openTicketAt(wednesday, terms),
      { kind: 'replied', status: 'answered' },
      wednesday,
      terms,
    );
    expect(closesAt(replied, terms)).toBe(wednesday + 14 * dayMs);
    const closed = transitionTicket(replied, { kind: 'closed' }, wednesday, terms);
    expect(closesAt(closed, terms)).toBeNull();
    expect(canReply(closed, wednesday + 30 * dayMs - 1, terms)).toBe(true);
    expect(canReply(closed, wednesday + 30 * dayMs, terms)).toBe(false);
    expect(transitionTicket(closed, { kind: 'written' }, wednesday + dayMs, terms)).toMatchObject({
      status: 'open',
      closedAt: null,
      replyDueAt: Date.UTC(2026, 2, 13, 22),
    });
  });

  test('exactly the open tickets wait for our reply, and only closed tickets have a closing time', () => {
    const event = fc.constantFrom<TicketEvent>(
      { kind: 'written' },
      { kind: 'replied', status: 'waiting' },
      { kind: 'replied', status: 'answered' },
      { kind: 'closed' },
      { kind: 'reopened' },
    );
    const steps = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 10 * dayMs })), { maxLength: 20 });
    fc.assert(
      fc.property(steps, (happened) => {
        let at = wednesday;
        let ticket = openTicketAt(at, terms);
        for (const [each, later] of happened) {
          at += later;
          const before = ticket;
          ticket = transitionTicket(ticket, each, at, terms);
          expect(ticket.status === 'open').toBe(ticket.replyDueAt !== null);
          expect(ticket.status === 'open').toBe(ticket.resolutionDueAt !== null);
          if (ticket.status !== 'waiting') expect(ticket.resolutionDaysLeft).toBeNull();
          expect(ticket.status === 'closed').toBe(ticket.closedAt !== null);
          if (before.firstRepliedAt !== null) expect(ticket.firstRepliedAt).toBe(before.firstRepliedAt);
          if (before.replyDueAt !== null && ticket.replyDueAt !== null) {
            expect(ticket.replyDueAt).toBe(before.replyDueAt);
          }
        }
      }),
    );
  });
});

describe('ticket events', () => {
  const opened = openTicketAt(wednesday, terms);
  const later = wednesday + dayMs;
  const transition = (ticket: typeof opened, event: TicketEvent, at = later) =>
    transitionTicket(ticket, event, at, terms);

  test('a new ticket has no reply and no end', () => {
    expect(opened).toEqual({
      ...{ status: 'open', openedAt: wednesday, firstRepliedAt: null, closedAt: null, changedAt: wednesday },
      ...{
        replyDueAt: Date.UTC(2026, 2, 13, 22),
        resolutionDueAt: Date.UTC(2026, 2, 25, 22),
        resolutionDaysLeft: null,
      },
    });
    expect(canReply(opened, later + 1_000 * dayMs, terms)).toBe(true);
    expect(closesAt(opened, terms)).toBeNull();
  });

  test('a reply, a close, a reopening and another reply update the ticket', () => {
    const questioned = transition(opened, { kind: 'replied', status: 'waiting' });
    expect(questioned).toEqual({
      ...{ status: 'waiting', openedAt: wednesday, firstRepliedAt: later, closedAt: null, changedAt: later },
      // Nine of the ten bank days, since a day has passed.
      ...{ replyDueAt: null, resolutionDueAt: null, resolutionDaysLeft: 9 },
    });
    expect(closesAt(questioned, terms)).toBe(later + 14 * dayMs);
    const closed = transition(questioned, { kind: 'closed' }, later + hourMs);
    expect(closed).toEqual({
      ...{ ...questioned, resolutionDaysLeft: null },
      ...{ status: 'closed', closedAt: later + hourMs, changedAt: later + hourMs },
    });
    // We replied before, so the next-reply deadline applies: one bank day after Friday is Monday, in summer time.
    const friday = Date.UTC(2026, 2, 13, 15);
    expect(transition(closed, { kind: 'reopened' }, friday)).toEqual({
      ...{ status: 'open', openedAt: wednesday, firstRepliedAt: later, closedAt: null, changedAt: friday },
      ...{
        replyDueAt: Date.UTC(2026, 2, 16, 22),
        resolutionDueAt: Date.UTC(2026, 2, 27, 22),
        resolutionDaysLeft: null,
      },
    });
    const answered = transition(closed, { kind: 'replied', status: 'answered' }, friday);
    expect(answered).toMatchObject({ status: 'answered', firstRepliedAt: later, closedAt: null, changedAt: friday });
  });

  test('closing before any reply stops both clocks', () => {
    expect(transition(opened, { kind: 'closed' })).toMatchObject({ replyDueAt: null, resolutionDueAt: null });
    // Nobody has replied yet: two bank days from Friday.
    const written = transition(transition(opened, { kind: 'closed' }), { kind: 'written' }, Date.UTC(2026, 2, 13, 15));
    expect(written).toMatchObject({ changedAt: Date.UTC(2026, 2, 13, 15), replyDueAt: Date.UTC(2026, 2, 17, 22) });
  });

  test('a resolution is late at its deadline, even if no reply is due', () => {
    const due = Date.UTC(2026, 2, 25, 22);
    const ticket = { ...opened, replyDueAt: null };
    expect([listLateClocks(ticket, due - 1), listLateClocks(ticket, due)]).toEqual([[], ['resolution']]);
    expect(listLateClocks({ ...ticket, resolutionDueAt: null }, due)).toEqual([]);
  });
});

test.each([
  ['\n\n  Hello \nthere', 'Hello'],
  ['tab\t\tand   spaces', 'tab and spaces'],
  ['', ''],
  ['x'.repeat(90), 'x'.repeat(90)],
  ['x'.repeat(91), `${'x'.repeat(90)}…`],
  // A space in the middle is too early for a cut, a later one is not.
  [`${'x'.repeat(45)} ${'y'.repeat(60)}`, `${'x'.repeat(45)} ${'y'.repeat(44)}…`],
  [`${'x'.repeat(46)} ${'y'.repeat(60)}`, `${'x'.repeat(46)}…`],
  ['I was charged twice.\n\nOrder 7KQ4-M2X9', 'I was charged twice.'],
  ['  one   line ', 'one line'],
  [`${'word '.repeat(30)}`, `${'word '.repeat(17)}word…`],
  ['x'.repeat(120), `${'x'.repeat(90)}…`],
])('the subject of a message is its first line, cut to 90 characters', (message, subject) => {
  expect(subjectOf(message)).toBe(subject);
});
