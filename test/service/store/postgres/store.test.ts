import { testDatabase } from '../../../support/database.ts';
import { testStore } from '../contract.ts';
import { newServerStore } from '../open.ts';

testStore({ newPlace: testDatabase, newStore: newServerStore });
