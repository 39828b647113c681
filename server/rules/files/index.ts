import type { Rule } from '../rule';
import { includeBase } from './include-base';
import { includeCycle } from './include-cycle';
import { missingFile } from './missing-file';
import { outsideWorkspace } from './outside-workspace';
import { staleExport } from './stale-export';
import { tagInIncludedFile } from './tag-in-included-file';

export const FILES_RULES: readonly Rule[] = [
  missingFile,
  outsideWorkspace,
  includeBase,
  tagInIncludedFile,
  includeCycle,
  staleExport,
];
