import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { openPayoutPath } from './stores/location.ts';

type PayoutLinkProps = { readonly href: string; readonly variant?: 'outline' | 'quiet'; readonly children: ReactNode };

/** A link to another payout screen that keeps the access of a mailed code. Opening it in a new tab works as usual. */
export function PayoutLink({ href, variant, children }: PayoutLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openPayoutPath(href);
  };
  return (
    <Button href={href} size="small" {...(variant ? { variant } : {})} onClick={follow}>
      {children}
    </Button>
  );
}
