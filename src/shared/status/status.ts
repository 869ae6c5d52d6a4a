export const components = ['site', 'checkout', 'platforms', 'mail'] as const;

/** Without one of these, all accounts or those in web trading can't be traded. */
export const tradingComponents: readonly unknown[] = ['platforms', 'site'];

export type Component = (typeof components)[number];

export const impacts = ['degraded', 'outage'] as const;

export type Impact = (typeof impacts)[number];

/** A `suspected` incident was opened by our checks and waits for staff to confirm or dismiss it. */
export const incidentStatuses = [
  'suspected',
  'investigating',
  'identified',
  'monitoring',
  'resolved',
  'dismissed',
] as const;

export type IncidentStatus = (typeof incidentStatuses)[number];

/** Statuses that staff can set. */
export const reportedStatuses = ['investigating', 'identified', 'monitoring', 'resolved', 'dismissed'] as const;

export type ReportedStatus = (typeof reportedStatuses)[number];

/** What was done for an account affected by an outage. */
export const remedies = ['restored', 'day-not-counted', 'extension', 'refund', 'none'] as const;

export type Remedy = (typeof remedies)[number];

/** Whether staff may set a status. Resolved and dismissed are final; only a suspected incident can be dismissed. */
export function canReport(from: IncidentStatus, to: ReportedStatus): boolean {
  if (from === 'resolved' || from === 'dismissed') return false;
  return to !== 'dismissed' || from === 'suspected';
}

/** A component's state: that of its worst open incident, or degraded while one of our checks fails. */
export function stateOfComponent(
  component: Component,
  openIncidents: readonly { readonly component: Component; readonly impact: Impact }[],
  isFailing: boolean,
): 'operational' | Impact {
  const componentIncidents = openIncidents.filter((incident) => incident.component === component);
  if (componentIncidents.some(({ impact }) => impact === 'outage')) return 'outage';
  return componentIncidents.length > 0 || isFailing ? 'degraded' : 'operational';
}
