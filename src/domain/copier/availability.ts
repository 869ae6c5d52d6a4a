/** Whether Thor can copy on a platform. `announced`: it takes orders, which the copier doesn't place there yet. */
export const copierAvailabilities = ['available', 'announced', 'unavailable'] as const;

export type CopierAvailability = (typeof copierAvailabilities)[number];

type OrderSupport = {
  /** Whether our own simulated platform runs the accounts. */
  readonly isSimulated: boolean;
  /** Whether a bridge says that it offers the order calls. */
  readonly isAnnounced: boolean;
};

/** Selling, saving, copying and the screen ask here and nowhere else. */
export function copierAvailabilityOf({ isSimulated, isAnnounced }: OrderSupport): CopierAvailability {
  if (isSimulated) return 'available';
  return isAnnounced ? 'announced' : 'unavailable';
}
