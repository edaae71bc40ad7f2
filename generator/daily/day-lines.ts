// Formats the report of a day for people: at least one line for each step, and one line for the whole day.
import { counted } from '../../src/model/figures.ts';
import { crawlLines } from '../crawl/crawl-lines.ts';
import { logWords } from '../log/log-status.ts';
import { grouped } from '../process/progress.ts';
import type { DayReport, StepReport } from './run-day.ts';

/** Formats the report of a step as lines of text. */
export function stepLines(report: StepReport): string[] {
  const [first, ...others] = wordsOf(report);
  return [`${`${report.step}:`.padEnd(8)} ${first} (${report.seconds.toFixed(1)} s)`, ...others];
}

function wordsOf(report: StepReport): string[] {
  switch (report.step) {
    case 'index':
      if ('isAccepted' in report) return [`${report.day} was kept aside, and is in force now.`];
      return 'isEarlier' in report
        ? [`${report.day} was made by an earlier run that did not finish its later steps.`]
        : crawlLines(report);
    case 'build':
      return [
        report.changed
          ? `the tree of ${report.snapshot}, ${counted(report.files, 'file')} written for ${counted(report.models, 'model')}.`
          : `the tree of ${report.snapshot} was up to date.`,
        `Log: ${logWords(report.log)}.`,
        ...report.log.witnesses.flatMap(({ fault }) => fault ?? []),
      ];
    case 'export':
    case 'push': {
      const { to, files, bytes, snapshot } = report;
      const lost = 'removed' in report ? ` and lost ${grouped(report.removed)}` : '';
      return [`${to} got ${counted(files, 'file')} (${counted(bytes, 'byte')})${lost}; it holds ${snapshot}.`];
    }
    case 'check':
      return ['everything is whole.'];
  }
}

/** Formats the last line, for a finished day. */
export function endLine({ day, seconds }: DayReport): string {
  return `${day} is done, in ${seconds.toFixed(1)} s.`;
}

/** Describes a failed day in one sentence. */
export function failureSentence({ day, failed }: DayReport): string {
  const { step, reason } = failed!;
  return `${day} ended at its step "${step}": ${reason}`;
}
