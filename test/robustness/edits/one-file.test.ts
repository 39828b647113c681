import { checkEdits } from './check';

checkEdits('one file');
