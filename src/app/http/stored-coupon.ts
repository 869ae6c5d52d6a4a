/** The code of a promotion whose link was followed in this tab. It ends with the tab. */
const key = 'coupon';

export function storeCoupon(code: string): void {
  try {
    globalThis.sessionStorage.setItem(key, code);
  } catch {
    // Without storage, the code can be typed.
  }
}

export function readStoredCoupon(): string | null {
  try {
    return globalThis.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
