import InventoryIcon from '@mui/icons-material/CategoryOutlined';
import Chip from '@mui/material/Chip';
import {
  AutocompleteInput,
  BooleanField,
  BooleanInput,
  ColumnsButton,
  Create,
  CreateButton,
  DataTable,
  DateField,
  DateInput,
  DeleteButton,
  Edit,
  EditButton,
  ExportButton,
  FilterButton,
  FunctionField,
  List,
  maxValue,
  minValue,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  required,
  SearchInput,
  SelectInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
  useCanAccess,
} from 'react-admin';

const resource = 'supplies';
const label = (name: string) => `resources.supplies.fields.${name}`;
const states = ['In stock', 'Ordered'].map((id) => ({ id, name: id }));

/** Labels for react-admin's i18n provider. */
export const messages = {
  en: {
    resources: {
      supplies: {
        name: 'Supply |||| Supplies',
        empty: 'No supplies yet.',
        fields: {
          item: 'Item',
          quantity: 'Quantity',
          price: 'Price',
          expiresOn: 'Expires On',
          expiresBefore: 'Expires before',
          state: 'State',
          fragile: 'Fragile',
          laboratory: 'Laboratory',
          note: 'Note',
        },
      },
    },
  },
  es: {
    resources: {
      supplies: { name: 'Insumo |||| Insumos', empty: 'Aún no hay insumos.', fields: { item: 'Artículo' } },
    },
  },
};

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput key="state" source="state" label={label('state')} choices={states} />,
  <ReferenceInput key="laboratory" source="laboratory" reference="laboratories">
    <AutocompleteInput label={label('laboratory')} optionText="fullName" />
  </ReferenceInput>,
  <DateInput key="expiresBefore" source="expiresBefore" label={label('expiresBefore')} />,
];

function ListActions() {
  const { canAccess: mayCreate } = useCanAccess({ resource, action: 'create' });
  const { canAccess: mayExport } = useCanAccess({ resource, action: 'export' });
  return (
    <TopToolbar>
      <FilterButton />
      <ColumnsButton />
      {mayExport && <ExportButton />}
      {mayCreate && <CreateButton />}
    </TopToolbar>
  );
}

function SuppliesList() {
  const { canAccess: mayDelete } = useCanAccess({ resource, action: 'delete' });
  return (
    <List filters={filters} actions={<ListActions />} sort={{ field: 'item', order: 'ASC' }} perPage={10}>
      <DataTable rowClick="show" bulkActionButtons={mayDelete ? undefined : false}>
        <DataTable.Col source="item" label={label('item')} />
        <DataTable.NumberCol source="quantity" label={label('quantity')} />
        <DataTable.Col source="price" label={label('price')} disableSort>
          <NumberField source="price" options={{ style: 'currency', currency: 'USD' }} />
        </DataTable.Col>
        <DataTable.Col source="expiresOn" label={label('expiresOn')}>
          <DateField source="expiresOn" />
        </DataTable.Col>
        <DataTable.Col source="state" label={label('state')} disableSort>
          <FunctionField render={(record) => <Chip size="small" label={record.state} />} />
        </DataTable.Col>
        <DataTable.Col source="laboratory" label={label('laboratory')} disableSort>
          <ReferenceField source="laboratory" reference="laboratories">
            <TextField source="fullName" />
          </ReferenceField>
        </DataTable.Col>
      </DataTable>
    </List>
  );
}

function ShowActions() {
  const { canAccess: mayEdit } = useCanAccess({ resource, action: 'edit' });
  const { canAccess: mayDelete } = useCanAccess({ resource, action: 'delete' });
  return (
    <TopToolbar>
      {mayEdit && <EditButton />}
      {mayDelete && <DeleteButton mutationMode="pessimistic" />}
    </TopToolbar>
  );
}

const SuppliesShow = () => (
  <Show actions={<ShowActions />}>
    <SimpleShowLayout>
      <TextField source="item" label={label('item')} />
      <FunctionField label={label('state')} render={(record) => <Chip size="small" label={record.state} />} />
      <NumberField source="quantity" label={label('quantity')} />
      <NumberField source="price" label={label('price')} options={{ style: 'currency', currency: 'USD' }} />
      <DateField source="expiresOn" label={label('expiresOn')} />
      <BooleanField source="fragile" label={label('fragile')} />
      <ReferenceField source="laboratory" reference="laboratories" label={label('laboratory')}>
        <TextField source="fullName" />
      </ReferenceField>
      <TextField source="note" label={label('note')} />
    </SimpleShowLayout>
  </Show>
);

const SuppliesForm = () => (
  <SimpleForm warnWhenUnsavedChanges>
    <TextInput source="item" label={label('item')} validate={required()} />
    <NumberInput source="quantity" label={label('quantity')} step={1} defaultValue={0} validate={minValue(0)} />
    <NumberInput source="price" label={label('price')} step={0.01} validate={[minValue(0), maxValue(1_000_000)]} />
    <DateInput source="expiresOn" label={label('expiresOn')} />
    <SelectInput source="state" label={label('state')} choices={states} defaultValue="In stock" validate={required()} />
    <BooleanInput source="fragile" label={label('fragile')} />
    <ReferenceInput source="laboratory" reference="laboratories">
      <AutocompleteInput label={label('laboratory')} optionText="fullName" />
    </ReferenceInput>
    <TextInput source="note" label={label('note')} multiline />
  </SimpleForm>
);

const SuppliesCreate = () => (
  <Create redirect="list">
    <SuppliesForm />
  </Create>
);

const SuppliesEdit = () => (
  <Edit mutationMode="pessimistic">
    <SuppliesForm />
  </Edit>
);

/** The same resource in plain react-admin with hand-written views. Its rights are part of the auth provider. */
export default {
  name: resource,
  icon: InventoryIcon,
  list: SuppliesList,
  show: SuppliesShow,
  create: SuppliesCreate,
  edit: SuppliesEdit,
  recordRepresentation: 'item',
};
