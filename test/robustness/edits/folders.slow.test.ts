import { checkEdits } from './check';

checkEdits('folders');
