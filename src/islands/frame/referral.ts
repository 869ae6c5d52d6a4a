import { countVisit } from '../../stores/visitor.ts';

/** What a page does for somebody who came by an affiliate's link. */
export function takeReferral(code: string): void {
  void countVisit(code);
}
