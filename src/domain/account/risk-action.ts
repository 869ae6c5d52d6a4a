/** What the risk desk does to an account that may trade. Its cause is written for the trader. */
export const riskActionKinds = ['lock', 'liquidate', 'suspend', 'restore', 'terminate'] as const;

export type RiskActionKind = (typeof riskActionKinds)[number];

/** Trading that was stopped starts again only if two people agree. */
export function needsTwoPeople(kind: RiskActionKind): boolean {
  return kind === 'restore';
}

/** How long a liquidation keeps new orders out while positions close. */
export const liquidationMs = 60_000;

/** How far an action has come: asked for, sent to the platform, acknowledged by it. */
export type RiskActionStage = 'requested' | 'declined' | 'sent' | 'acknowledged';
