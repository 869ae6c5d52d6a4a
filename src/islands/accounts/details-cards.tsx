import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $details, loadDetails } from '../../stores/account-details.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './accounts.module.css';
import { CredentialsCard } from './credentials-card.tsx';
import { DeedsCard } from './deeds-card.tsx';
import { PayoutCard } from './payout-card.tsx';
import { RulesCard } from './rules-card.tsx';
import type { CardProps } from './types.ts';

/** What belongs to the account besides its figures; asked for once for each account and stage of its life. */
export function DetailsCards(props: CardProps) {
  const { account } = props;
  const { id, stage } = account;
  const details = useStore($details);
  useEffect(() => {
    void stage;
    void loadDetails(id);
  }, [id, stage]);
  if (details?.accountId !== id) {
    return (
      <div className={styles.lower}>
        {['deeds', 'rules', 'platform'].map((key) => (
          <Card key={key}>
            <Skeleton shape="row" count={5} />
          </Card>
        ))}
      </div>
    );
  }
  const full = { ...props, details };
  const isFunded = stage === 'funded' || stage === 'live';
  return (
    <div className={styles.lower}>
      {isFunded && <PayoutCard {...full} />}
      <DeedsCard {...full} />
      <RulesCard {...full} />
      <CredentialsCard {...props} />
    </div>
  );
}
