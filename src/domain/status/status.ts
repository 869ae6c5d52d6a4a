/** What the status page tells apart. */
export const components = ['site', 'checkout', 'platforms', 'mail'] as const;

export type Component = (typeof components)[number];

export const impacts = ['degraded', 'outage'] as const;

export type Impact = (typeof impacts)[number];

export type ComponentState = 'operational' | Impact;

/** `suspected` was opened by our own checks and waits for staff to confirm or dismiss it. */
export const incidentStatuses = [
  'suspected',
  'investigating',
  'identified',
  'monitoring',
  'resolved',
  'dismissed',
] as const;

export type IncidentStatus = (typeof incidentStatuses)[number];

/** What staff can make of an incident. */
export const reportedStatuses = ['investigating', 'identified', 'monitoring', 'resolved', 'dismissed'] as const;

export type ReportedStatus = (typeof reportedStatuses)[number];

/** What was done for an account that an outage affected. */
export const remedies = ['restored', 'day-not-counted', 'extension', 'refund', 'none'] as const;

export type Remedy = (typeof remedies)[number];

/** Resolved and dismissed incidents are over; only a suspected one can be dismissed. */
export function mayReport(from: IncidentStatus, to: ReportedStatus): boolean {
  if (from === 'resolved' || from === 'dismissed') return false;
  return to !== 'dismissed' || from === 'suspected';
}

type Running = { readonly component: Component; readonly impact: Impact };

/** A component's state: the worst of its running incidents, and degraded while a check of ours fails. */
export function stateOfComponent(
  component: Component,
  running: readonly Running[],
  isFailing: boolean,
): ComponentState {
  const own = running.filter((incident) => incident.component === component);
  if (own.some(({ impact }) => impact === 'outage')) return 'outage';
  return own.length > 0 || isFailing ? 'degraded' : 'operational';
}
