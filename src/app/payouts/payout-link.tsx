import type { MouseEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { openPayoutPath } from './stores/location.ts';

type PayoutLinkProps = { readonly label: string; readonly href: string; readonly variant?: 'outline' | 'quiet' };

/** A link to another payout screen that keeps the access of a mailed code. Opening it in a new tab works as usual. */
export function PayoutLink(props: PayoutLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openPayoutPath(props.href);
  };
  return <Button {...props} size="small" onClick={follow} />;
}
