/** Whether Thor can copy on a platform. `announced`: the platform takes orders, but the copier can't send them yet. */
export const copierAvailabilities = ['available', 'announced', 'unavailable'] as const;

export type CopierAvailability = (typeof copierAvailabilities)[number];

type OrderSupport = {
  /** Whether our own simulated platform runs the accounts. */
  readonly isSimulated: boolean;
  /** Whether a bridge reports that it supports the order calls. */
  readonly isAnnounced: boolean;
};

/** The only check of availability: sales, settings, copying and the screen all use it. */
export function copierAvailabilityOf({ isSimulated, isAnnounced }: OrderSupport): CopierAvailability {
  if (isSimulated) return 'available';
  return isAnnounced ? 'announced' : 'unavailable';
}
