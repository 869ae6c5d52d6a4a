import { Button } from './button.tsx';
import styles from './credentials-list.module.css';
import { DescriptionList } from './description-list.tsx';

type CredentialsListProps = {
  readonly labels: Readonly<Record<'feed' | 'account' | 'user' | 'secret' | 'show' | 'hide', string>>;
  readonly feed: string;
  readonly accountNumber: string;
  /** Null until they are asked for and arrive. */
  readonly credentials: { readonly user: string; readonly secret: string } | null;
  readonly isRequested: boolean;
  readonly onShow: () => void;
  readonly onHide: () => void;
};

/** What a trading platform asks for. User name and password appear only on request. */
export function CredentialsList(props: CredentialsListProps) {
  const { labels, feed, accountNumber, credentials, isRequested, onShow, onHide } = props;
  return (
    <>
      <DescriptionList
        ruled
        items={[
          { term: labels.feed, value: feed },
          { term: labels.account, value: <span className="tabular">{accountNumber}</span> },
          ...(credentials === null
            ? []
            : [
                { term: labels.user, value: <code>{credentials.user}</code> },
                { term: labels.secret, value: <code>{credentials.secret}</code> },
              ]),
        ]}
      />
      <div className={styles.action}>
        {credentials === null ? (
          <Button variant="outline" size="small" busy={isRequested} onClick={onShow}>
            {labels.show}
          </Button>
        ) : (
          <Button variant="outline" size="small" onClick={onHide}>
            {labels.hide}
          </Button>
        )}
      </div>
    </>
  );
}
