import { checkEdits } from './check';

checkEdits('folder');
