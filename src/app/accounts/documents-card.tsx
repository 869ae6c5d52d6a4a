import { useStore } from '@nanostores/react';
import { Card } from '#ui/card.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './accounts.module.css';
import { momentOf } from './both-times.ts';
import { $documentUpload, uploadDocument } from './stores/document-requests.ts';
import { type DetailsProps, useTexts } from './texts.ts';

const accepted = 'image/jpeg,image/png,image/webp,application/pdf';

/** Documents that the risk desk has requested; a chosen file is uploaded at once. */
export function DocumentsCards({ details }: DetailsProps) {
  const { strings } = useTexts();
  return details.documentRequests.map((request) => (
    <Card key={request.id} as="section" title={strings.documents_title}>
      <Request request={request} accountId={details.accountId} />
    </Card>
  ));
}

type RequestProps = {
  readonly request: DetailsProps['details']['documentRequests'][number];
  readonly accountId: string;
};

function Request({ request: { id, text, requestedAt, documents }, accountId }: RequestProps) {
  const texts = useTexts();
  const { strings, t } = texts;
  const upload = useStore($documentUpload);
  return (
    <div className={styles.report}>
      <p className="muted">{t('documents_asked', momentOf(requestedAt, texts))}</p>
      <p className={styles.statement}>{text}</p>
      {documents.length > 0 && (
        <ul>
          {documents.map((document, index) => (
            <li key={document.id}>
              {t('documents_stored', { number: index + 1, ...momentOf(document.uploadedAt, texts) })}
            </li>
          ))}
        </ul>
      )}
      <TextInput
        // Remounts the field after each upload, so that the same file can be chosen again.
        key={documents.length}
        type="file"
        label={documents.length === 0 ? strings.documents_file : strings.documents_file_next}
        accept={accepted}
        disabled={upload.busy}
        error={upload.error}
        hint={<span role="status">{upload.busy ? strings.documents_uploading : strings.documents_hint}</span>}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void uploadDocument(accountId, id, file);
        }}
      />
    </div>
  );
}
