import { describe, expect, test } from 'vitest';
import { canReport, stateOfComponent } from '#shared/status/status.ts';

describe('a component', () => {
  test.each([
    ['operational without incidents', [], false, 'operational'],
    ['degraded while a check fails', [], true, 'degraded'],
    ['degraded by its own incident', [{ component: 'mail', impact: 'degraded' }], false, 'degraded'],
    ['operational while another component is down', [{ component: 'site', impact: 'outage' }], false, 'operational'],
    [
      'down if one of its incidents is an outage, whatever the others are',
      [
        { component: 'mail', impact: 'degraded' },
        { component: 'mail', impact: 'outage' },
      ],
      true,
      'outage',
    ],
  ] as const)('is %s', (_, running, isFailing, state) => {
    expect(stateOfComponent('mail', running, isFailing)).toBe(state);
  });
});

describe('an incident', () => {
  test.each([
    ['suspected', 'investigating', true],
    ['suspected', 'dismissed', true],
    ['investigating', 'dismissed', false],
    ['monitoring', 'resolved', true],
    ['monitoring', 'investigating', true],
    ['resolved', 'investigating', false],
    ['dismissed', 'investigating', false],
  ] as const)('that is %s may become %s: %s', (from, to, isAllowed) => {
    expect(canReport(from, to)).toBe(isAllowed);
  });
});
