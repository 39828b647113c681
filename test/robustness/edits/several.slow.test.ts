import { checkEdits } from './check';

checkEdits('several');
