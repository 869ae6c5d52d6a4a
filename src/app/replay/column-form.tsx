import { useState } from 'react';
import type { ColumnMapping, FileQuestion } from '#shared/replay/fill-file/fill-file.ts';
import { Select } from '#ui/select.tsx';
import styles from './fill-replay.module.css';
import { QuestionForm } from './question-form.tsx';
import type { FillReplay } from './stores/fill-replay.ts';
import { useTexts } from './texts.ts';

type ColumnFormProps = {
  readonly question: Extract<FileQuestion, { question: 'columns' }>;
  readonly fileName: string;
  readonly replay: FillReplay;
};

const required = ['at', 'symbol', 'quantity', 'price'] as const;
const columns = ['at', 'symbol', 'side', 'quantity', 'price', 'fee', 'account'] as const;
type Column = (typeof columns)[number];

/** Asks which column of an unknown table holds which value. */
export function ColumnForm({ question: { headings, example, account }, fileName, replay }: ColumnFormProps) {
  const { t } = useTexts();
  const [columnIndexes, setColumnIndexes] = useState<Partial<Record<Column, number>>>(
    account === null ? {} : { account },
  );
  const [isSent, setSent] = useState(false);
  const isRequired = (column: Column) => required.some((each) => each === column);
  const options = headings.map((heading, index) => ({
    value: String(index),
    label: example[index] ? t('columnExample', { heading, example: example[index] }) : heading || String(index + 1),
  }));
  function submit(): void {
    const { at, symbol, quantity, price } = columnIndexes;
    setSent(true);
    if (at === undefined || symbol === undefined || quantity === undefined || price === undefined) return;
    const mapping: ColumnMapping = {
      at,
      symbol,
      quantity,
      price,
      side: columnIndexes.side ?? null,
      fee: columnIndexes.fee ?? null,
      account: columnIndexes.account ?? null,
    };
    replay.answer({ mapping });
  }
  return (
    <QuestionForm
      title={t('columnsTitle')}
      text={t('columnsText', { name: fileName })}
      onSubmit={submit}
      onStartOver={replay.startOver}
    >
      <div className={styles.columns}>
        {columns.map((column) => (
          <Select
            key={column}
            label={t(`column_${column}`)}
            name={column}
            value={String(columnIndexes[column] ?? '')}
            note={column in notes ? t(notes[column as keyof typeof notes]) : undefined}
            error={isSent && isRequired(column) && columnIndexes[column] === undefined ? t('columnError') : undefined}
            options={[{ value: '', label: t(isRequired(column) ? 'columnChoose' : 'columnNone') }, ...options]}
            onChange={({ target }) =>
              setColumnIndexes({ ...columnIndexes, [column]: target.value === '' ? undefined : Number(target.value) })
            }
          />
        ))}
      </div>
    </QuestionForm>
  );
}

const notes = { side: 'columnSideNote', fee: 'columnFeeNote', account: 'columnAccountNote' } as const;
