/* eslint-disable */
import type { Prisma, Store, GatewayAccount, GatewayNotice, GatewaySetup, GatewayCustomer, MerchantKey, Staff, StaffSession, StaffTry, TaxRate, ShippingZone, ShippingBand, AllowedOrigin, SigningKey, Customer, Address, PaymentMethod, Metadata, MetadataEntry, Product, ProductBilling, SubscriptionType, SubscriptionTypeTerm, ProductTermPrice, ProductInstance, ProductImage, ProductVariantType, ProductVariantValue, ProductInstanceVariant, ProductInstanceSubscriptionTypeTermPrice, ProductInventory, InventoryMovement, Coupon, CouponProduct, CouponUse, Subscription, SubscriptionMovement, MovementRollUp, MovementMonth, SubscriptionCoupon, Cart, CartProduct, CartCoupon, Order, OrderProduct, OrderCoupon, ProductSurvey, ProductSurveyField, ProductSurveyResult, ProductSurveyAnswer, Transaction, Refund, RefundLine, Invoice, InvoiceDue, InvoiceSeries, CreditEntry, Shipment, Fulfillment, Label, LogEntry, IdempotencyKey, Payment, Installation, SandboxCharge, SandboxRefund, Event, EventCounter, Tombstone, Dispute, GatewayDispute, Mailer, MailSetting, Mail, Webhook, WebhookDelivery, AccountLink, AccountSession, Withdrawal, Consent, CancellationReason, CancelOffer, SearchEntry } from "./client/client.ts";
import type { PothosPrismaDatamodel } from "@pothos/plugin-prisma";
export default interface PrismaTypes {
    Store: {
        Name: "Store";
        Shape: Store;
        Include: Prisma.StoreInclude;
        Select: Prisma.StoreSelect;
        OrderBy: Prisma.StoreOrderByWithRelationInput;
        WhereUnique: Prisma.StoreWhereUniqueInput;
        Where: Prisma.StoreWhereInput;
        Create: {};
        Update: {};
        RelationName: "customers" | "products" | "billings" | "coupons" | "merchantKeys" | "staff" | "staffTries" | "allowedOrigins" | "webhooks" | "mailer" | "cancellationReasons" | "withdrawals" | "mailSettings" | "taxRates" | "shippingZones" | "tombstones" | "movementRollUp" | "movementMonths" | "gatewayAccounts" | "gatewayNotices" | "gatewayDisputes" | "invoiceSeries";
        ListRelations: "customers" | "products" | "billings" | "coupons" | "merchantKeys" | "staff" | "staffTries" | "allowedOrigins" | "webhooks" | "cancellationReasons" | "withdrawals" | "mailSettings" | "taxRates" | "shippingZones" | "tombstones" | "movementMonths" | "gatewayAccounts" | "gatewayNotices" | "gatewayDisputes" | "invoiceSeries";
        Relations: {
            customers: {
                Shape: Customer[];
                Name: "Customer";
                Nullable: false;
            };
            products: {
                Shape: Product[];
                Name: "Product";
                Nullable: false;
            };
            billings: {
                Shape: ProductBilling[];
                Name: "ProductBilling";
                Nullable: false;
            };
            coupons: {
                Shape: Coupon[];
                Name: "Coupon";
                Nullable: false;
            };
            merchantKeys: {
                Shape: MerchantKey[];
                Name: "MerchantKey";
                Nullable: false;
            };
            staff: {
                Shape: Staff[];
                Name: "Staff";
                Nullable: false;
            };
            staffTries: {
                Shape: StaffTry[];
                Name: "StaffTry";
                Nullable: false;
            };
            allowedOrigins: {
                Shape: AllowedOrigin[];
                Name: "AllowedOrigin";
                Nullable: false;
            };
            webhooks: {
                Shape: Webhook[];
                Name: "Webhook";
                Nullable: false;
            };
            mailer: {
                Shape: Mailer | null;
                Name: "Mailer";
                Nullable: true;
            };
            cancellationReasons: {
                Shape: CancellationReason[];
                Name: "CancellationReason";
                Nullable: false;
            };
            withdrawals: {
                Shape: Withdrawal[];
                Name: "Withdrawal";
                Nullable: false;
            };
            mailSettings: {
                Shape: MailSetting[];
                Name: "MailSetting";
                Nullable: false;
            };
            taxRates: {
                Shape: TaxRate[];
                Name: "TaxRate";
                Nullable: false;
            };
            shippingZones: {
                Shape: ShippingZone[];
                Name: "ShippingZone";
                Nullable: false;
            };
            tombstones: {
                Shape: Tombstone[];
                Name: "Tombstone";
                Nullable: false;
            };
            movementRollUp: {
                Shape: MovementRollUp | null;
                Name: "MovementRollUp";
                Nullable: true;
            };
            movementMonths: {
                Shape: MovementMonth[];
                Name: "MovementMonth";
                Nullable: false;
            };
            gatewayAccounts: {
                Shape: GatewayAccount[];
                Name: "GatewayAccount";
                Nullable: false;
            };
            gatewayNotices: {
                Shape: GatewayNotice[];
                Name: "GatewayNotice";
                Nullable: false;
            };
            gatewayDisputes: {
                Shape: GatewayDispute[];
                Name: "GatewayDispute";
                Nullable: false;
            };
            invoiceSeries: {
                Shape: InvoiceSeries[];
                Name: "InvoiceSeries";
                Nullable: false;
            };
        };
    };
    GatewayAccount: {
        Name: "GatewayAccount";
        Shape: GatewayAccount;
        Include: Prisma.GatewayAccountInclude;
        Select: Prisma.GatewayAccountSelect;
        OrderBy: Prisma.GatewayAccountOrderByWithRelationInput;
        WhereUnique: Prisma.GatewayAccountWhereUniqueInput;
        Where: Prisma.GatewayAccountWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    GatewayNotice: {
        Name: "GatewayNotice";
        Shape: GatewayNotice;
        Include: Prisma.GatewayNoticeInclude;
        Select: Prisma.GatewayNoticeSelect;
        OrderBy: Prisma.GatewayNoticeOrderByWithRelationInput;
        WhereUnique: Prisma.GatewayNoticeWhereUniqueInput;
        Where: Prisma.GatewayNoticeWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    GatewaySetup: {
        Name: "GatewaySetup";
        Shape: GatewaySetup;
        Include: Prisma.GatewaySetupInclude;
        Select: Prisma.GatewaySetupSelect;
        OrderBy: Prisma.GatewaySetupOrderByWithRelationInput;
        WhereUnique: Prisma.GatewaySetupWhereUniqueInput;
        Where: Prisma.GatewaySetupWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer";
        ListRelations: never;
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
        };
    };
    GatewayCustomer: {
        Name: "GatewayCustomer";
        Shape: GatewayCustomer;
        Include: Prisma.GatewayCustomerInclude;
        Select: Prisma.GatewayCustomerSelect;
        OrderBy: Prisma.GatewayCustomerOrderByWithRelationInput;
        WhereUnique: Prisma.GatewayCustomerWhereUniqueInput;
        Where: Prisma.GatewayCustomerWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer";
        ListRelations: never;
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
        };
    };
    MerchantKey: {
        Name: "MerchantKey";
        Shape: MerchantKey;
        Include: Prisma.MerchantKeyInclude;
        Select: Prisma.MerchantKeySelect;
        OrderBy: Prisma.MerchantKeyOrderByWithRelationInput;
        WhereUnique: Prisma.MerchantKeyWhereUniqueInput;
        Where: Prisma.MerchantKeyWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "staff";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            staff: {
                Shape: Staff | null;
                Name: "Staff";
                Nullable: true;
            };
        };
    };
    Staff: {
        Name: "Staff";
        Shape: Staff;
        Include: Prisma.StaffInclude;
        Select: Prisma.StaffSelect;
        OrderBy: Prisma.StaffOrderByWithRelationInput;
        WhereUnique: Prisma.StaffWhereUniqueInput;
        Where: Prisma.StaffWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "sessions" | "keys";
        ListRelations: "sessions" | "keys";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            sessions: {
                Shape: StaffSession[];
                Name: "StaffSession";
                Nullable: false;
            };
            keys: {
                Shape: MerchantKey[];
                Name: "MerchantKey";
                Nullable: false;
            };
        };
    };
    StaffSession: {
        Name: "StaffSession";
        Shape: StaffSession;
        Include: Prisma.StaffSessionInclude;
        Select: Prisma.StaffSessionSelect;
        OrderBy: Prisma.StaffSessionOrderByWithRelationInput;
        WhereUnique: Prisma.StaffSessionWhereUniqueInput;
        Where: Prisma.StaffSessionWhereInput;
        Create: {};
        Update: {};
        RelationName: "staff";
        ListRelations: never;
        Relations: {
            staff: {
                Shape: Staff;
                Name: "Staff";
                Nullable: false;
            };
        };
    };
    StaffTry: {
        Name: "StaffTry";
        Shape: StaffTry;
        Include: Prisma.StaffTryInclude;
        Select: Prisma.StaffTrySelect;
        OrderBy: Prisma.StaffTryOrderByWithRelationInput;
        WhereUnique: Prisma.StaffTryWhereUniqueInput;
        Where: Prisma.StaffTryWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    TaxRate: {
        Name: "TaxRate";
        Shape: TaxRate;
        Include: Prisma.TaxRateInclude;
        Select: Prisma.TaxRateSelect;
        OrderBy: Prisma.TaxRateOrderByWithRelationInput;
        WhereUnique: Prisma.TaxRateWhereUniqueInput;
        Where: Prisma.TaxRateWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    ShippingZone: {
        Name: "ShippingZone";
        Shape: ShippingZone;
        Include: Prisma.ShippingZoneInclude;
        Select: Prisma.ShippingZoneSelect;
        OrderBy: Prisma.ShippingZoneOrderByWithRelationInput;
        WhereUnique: Prisma.ShippingZoneWhereUniqueInput;
        Where: Prisma.ShippingZoneWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "bands";
        ListRelations: "bands";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            bands: {
                Shape: ShippingBand[];
                Name: "ShippingBand";
                Nullable: false;
            };
        };
    };
    ShippingBand: {
        Name: "ShippingBand";
        Shape: ShippingBand;
        Include: Prisma.ShippingBandInclude;
        Select: Prisma.ShippingBandSelect;
        OrderBy: Prisma.ShippingBandOrderByWithRelationInput;
        WhereUnique: Prisma.ShippingBandWhereUniqueInput;
        Where: Prisma.ShippingBandWhereInput;
        Create: {};
        Update: {};
        RelationName: "zone";
        ListRelations: never;
        Relations: {
            zone: {
                Shape: ShippingZone;
                Name: "ShippingZone";
                Nullable: false;
            };
        };
    };
    AllowedOrigin: {
        Name: "AllowedOrigin";
        Shape: AllowedOrigin;
        Include: Prisma.AllowedOriginInclude;
        Select: Prisma.AllowedOriginSelect;
        OrderBy: Prisma.AllowedOriginOrderByWithRelationInput;
        WhereUnique: Prisma.AllowedOriginWhereUniqueInput;
        Where: Prisma.AllowedOriginWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    SigningKey: {
        Name: "SigningKey";
        Shape: SigningKey;
        Include: never;
        Select: Prisma.SigningKeySelect;
        OrderBy: Prisma.SigningKeyOrderByWithRelationInput;
        WhereUnique: Prisma.SigningKeyWhereUniqueInput;
        Where: Prisma.SigningKeyWhereInput;
        Create: {};
        Update: {};
        RelationName: never;
        ListRelations: never;
        Relations: {};
    };
    Customer: {
        Name: "Customer";
        Shape: Customer;
        Include: Prisma.CustomerInclude;
        Select: Prisma.CustomerSelect;
        OrderBy: Prisma.CustomerOrderByWithRelationInput;
        WhereUnique: Prisma.CustomerWhereUniqueInput;
        Where: Prisma.CustomerWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "addresses" | "paymentMethods" | "gatewayCustomers" | "gatewaySetups" | "metadata" | "subscriptions" | "subscriptionMovements" | "orders" | "carts" | "shipments" | "payments" | "couponUses" | "invoices" | "creditEntries" | "accountLinks" | "accountSessions" | "consents" | "cancelOffers";
        ListRelations: "addresses" | "paymentMethods" | "gatewayCustomers" | "gatewaySetups" | "subscriptions" | "subscriptionMovements" | "orders" | "carts" | "shipments" | "payments" | "couponUses" | "invoices" | "creditEntries" | "accountLinks" | "accountSessions" | "consents" | "cancelOffers";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            addresses: {
                Shape: Address[];
                Name: "Address";
                Nullable: false;
            };
            paymentMethods: {
                Shape: PaymentMethod[];
                Name: "PaymentMethod";
                Nullable: false;
            };
            gatewayCustomers: {
                Shape: GatewayCustomer[];
                Name: "GatewayCustomer";
                Nullable: false;
            };
            gatewaySetups: {
                Shape: GatewaySetup[];
                Name: "GatewaySetup";
                Nullable: false;
            };
            metadata: {
                Shape: Metadata | null;
                Name: "Metadata";
                Nullable: true;
            };
            subscriptions: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            subscriptionMovements: {
                Shape: SubscriptionMovement[];
                Name: "SubscriptionMovement";
                Nullable: false;
            };
            orders: {
                Shape: Order[];
                Name: "Order";
                Nullable: false;
            };
            carts: {
                Shape: Cart[];
                Name: "Cart";
                Nullable: false;
            };
            shipments: {
                Shape: Shipment[];
                Name: "Shipment";
                Nullable: false;
            };
            payments: {
                Shape: Payment[];
                Name: "Payment";
                Nullable: false;
            };
            couponUses: {
                Shape: CouponUse[];
                Name: "CouponUse";
                Nullable: false;
            };
            invoices: {
                Shape: Invoice[];
                Name: "Invoice";
                Nullable: false;
            };
            creditEntries: {
                Shape: CreditEntry[];
                Name: "CreditEntry";
                Nullable: false;
            };
            accountLinks: {
                Shape: AccountLink[];
                Name: "AccountLink";
                Nullable: false;
            };
            accountSessions: {
                Shape: AccountSession[];
                Name: "AccountSession";
                Nullable: false;
            };
            consents: {
                Shape: Consent[];
                Name: "Consent";
                Nullable: false;
            };
            cancelOffers: {
                Shape: CancelOffer[];
                Name: "CancelOffer";
                Nullable: false;
            };
        };
    };
    Address: {
        Name: "Address";
        Shape: Address;
        Include: Prisma.AddressInclude;
        Select: Prisma.AddressSelect;
        OrderBy: Prisma.AddressOrderByWithRelationInput;
        WhereUnique: Prisma.AddressWhereUniqueInput;
        Where: Prisma.AddressWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "subscriptions" | "orders" | "shipments" | "carts" | "billedOrders" | "billedCarts";
        ListRelations: "subscriptions" | "orders" | "shipments" | "carts" | "billedOrders" | "billedCarts";
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            subscriptions: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            orders: {
                Shape: Order[];
                Name: "Order";
                Nullable: false;
            };
            shipments: {
                Shape: Shipment[];
                Name: "Shipment";
                Nullable: false;
            };
            carts: {
                Shape: Cart[];
                Name: "Cart";
                Nullable: false;
            };
            billedOrders: {
                Shape: Order[];
                Name: "Order";
                Nullable: false;
            };
            billedCarts: {
                Shape: Cart[];
                Name: "Cart";
                Nullable: false;
            };
        };
    };
    PaymentMethod: {
        Name: "PaymentMethod";
        Shape: PaymentMethod;
        Include: Prisma.PaymentMethodInclude;
        Select: Prisma.PaymentMethodSelect;
        OrderBy: Prisma.PaymentMethodOrderByWithRelationInput;
        WhereUnique: Prisma.PaymentMethodWhereUniqueInput;
        Where: Prisma.PaymentMethodWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "subscriptions" | "backupOf" | "orders" | "payments";
        ListRelations: "subscriptions" | "backupOf" | "orders" | "payments";
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            subscriptions: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            backupOf: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            orders: {
                Shape: Order[];
                Name: "Order";
                Nullable: false;
            };
            payments: {
                Shape: Payment[];
                Name: "Payment";
                Nullable: false;
            };
        };
    };
    Metadata: {
        Name: "Metadata";
        Shape: Metadata;
        Include: Prisma.MetadataInclude;
        Select: Prisma.MetadataSelect;
        OrderBy: Prisma.MetadataOrderByWithRelationInput;
        WhereUnique: Prisma.MetadataWhereUniqueInput;
        Where: Prisma.MetadataWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "subscription" | "cart" | "order" | "product" | "entries";
        ListRelations: "entries";
        Relations: {
            customer: {
                Shape: Customer | null;
                Name: "Customer";
                Nullable: true;
            };
            subscription: {
                Shape: Subscription | null;
                Name: "Subscription";
                Nullable: true;
            };
            cart: {
                Shape: Cart | null;
                Name: "Cart";
                Nullable: true;
            };
            order: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
            product: {
                Shape: Product | null;
                Name: "Product";
                Nullable: true;
            };
            entries: {
                Shape: MetadataEntry[];
                Name: "MetadataEntry";
                Nullable: false;
            };
        };
    };
    MetadataEntry: {
        Name: "MetadataEntry";
        Shape: MetadataEntry;
        Include: Prisma.MetadataEntryInclude;
        Select: Prisma.MetadataEntrySelect;
        OrderBy: Prisma.MetadataEntryOrderByWithRelationInput;
        WhereUnique: Prisma.MetadataEntryWhereUniqueInput;
        Where: Prisma.MetadataEntryWhereInput;
        Create: {};
        Update: {};
        RelationName: "metadata";
        ListRelations: never;
        Relations: {
            metadata: {
                Shape: Metadata;
                Name: "Metadata";
                Nullable: false;
            };
        };
    };
    Product: {
        Name: "Product";
        Shape: Product;
        Include: Prisma.ProductInclude;
        Select: Prisma.ProductSelect;
        OrderBy: Prisma.ProductOrderByWithRelationInput;
        WhereUnique: Prisma.ProductWhereUniqueInput;
        Where: Prisma.ProductWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "billing" | "instances" | "images" | "variants" | "subscriptionTypes" | "termPrices" | "inventory" | "surveys" | "subscriptions" | "subscriptionMovements" | "orderProducts" | "coupons" | "metadata";
        ListRelations: "instances" | "images" | "variants" | "subscriptionTypes" | "termPrices" | "inventory" | "surveys" | "subscriptions" | "subscriptionMovements" | "orderProducts" | "coupons";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            billing: {
                Shape: ProductBilling;
                Name: "ProductBilling";
                Nullable: false;
            };
            instances: {
                Shape: ProductInstance[];
                Name: "ProductInstance";
                Nullable: false;
            };
            images: {
                Shape: ProductImage[];
                Name: "ProductImage";
                Nullable: false;
            };
            variants: {
                Shape: ProductVariantType[];
                Name: "ProductVariantType";
                Nullable: false;
            };
            subscriptionTypes: {
                Shape: SubscriptionType[];
                Name: "SubscriptionType";
                Nullable: false;
            };
            termPrices: {
                Shape: ProductTermPrice[];
                Name: "ProductTermPrice";
                Nullable: false;
            };
            inventory: {
                Shape: ProductInventory[];
                Name: "ProductInventory";
                Nullable: false;
            };
            surveys: {
                Shape: ProductSurvey[];
                Name: "ProductSurvey";
                Nullable: false;
            };
            subscriptions: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            subscriptionMovements: {
                Shape: SubscriptionMovement[];
                Name: "SubscriptionMovement";
                Nullable: false;
            };
            orderProducts: {
                Shape: OrderProduct[];
                Name: "OrderProduct";
                Nullable: false;
            };
            coupons: {
                Shape: CouponProduct[];
                Name: "CouponProduct";
                Nullable: false;
            };
            metadata: {
                Shape: Metadata | null;
                Name: "Metadata";
                Nullable: true;
            };
        };
    };
    ProductBilling: {
        Name: "ProductBilling";
        Shape: ProductBilling;
        Include: Prisma.ProductBillingInclude;
        Select: Prisma.ProductBillingSelect;
        OrderBy: Prisma.ProductBillingOrderByWithRelationInput;
        WhereUnique: Prisma.ProductBillingWhereUniqueInput;
        Where: Prisma.ProductBillingWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "products" | "subscriptions";
        ListRelations: "products" | "subscriptions";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            products: {
                Shape: Product[];
                Name: "Product";
                Nullable: false;
            };
            subscriptions: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
        };
    };
    SubscriptionType: {
        Name: "SubscriptionType";
        Shape: SubscriptionType;
        Include: Prisma.SubscriptionTypeInclude;
        Select: Prisma.SubscriptionTypeSelect;
        OrderBy: Prisma.SubscriptionTypeOrderByWithRelationInput;
        WhereUnique: Prisma.SubscriptionTypeWhereUniqueInput;
        Where: Prisma.SubscriptionTypeWhereInput;
        Create: {};
        Update: {};
        RelationName: "product" | "terms";
        ListRelations: "terms";
        Relations: {
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            terms: {
                Shape: SubscriptionTypeTerm[];
                Name: "SubscriptionTypeTerm";
                Nullable: false;
            };
        };
    };
    SubscriptionTypeTerm: {
        Name: "SubscriptionTypeTerm";
        Shape: SubscriptionTypeTerm;
        Include: Prisma.SubscriptionTypeTermInclude;
        Select: Prisma.SubscriptionTypeTermSelect;
        OrderBy: Prisma.SubscriptionTypeTermOrderByWithRelationInput;
        WhereUnique: Prisma.SubscriptionTypeTermWhereUniqueInput;
        Where: Prisma.SubscriptionTypeTermWhereInput;
        Create: {};
        Update: {};
        RelationName: "subscriptionType" | "termPrices" | "instanceTermPrices" | "subscriptions" | "scheduledFor" | "orderProducts" | "cartProducts";
        ListRelations: "termPrices" | "instanceTermPrices" | "subscriptions" | "scheduledFor" | "orderProducts" | "cartProducts";
        Relations: {
            subscriptionType: {
                Shape: SubscriptionType;
                Name: "SubscriptionType";
                Nullable: false;
            };
            termPrices: {
                Shape: ProductTermPrice[];
                Name: "ProductTermPrice";
                Nullable: false;
            };
            instanceTermPrices: {
                Shape: ProductInstanceSubscriptionTypeTermPrice[];
                Name: "ProductInstanceSubscriptionTypeTermPrice";
                Nullable: false;
            };
            subscriptions: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            scheduledFor: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            orderProducts: {
                Shape: OrderProduct[];
                Name: "OrderProduct";
                Nullable: false;
            };
            cartProducts: {
                Shape: CartProduct[];
                Name: "CartProduct";
                Nullable: false;
            };
        };
    };
    ProductTermPrice: {
        Name: "ProductTermPrice";
        Shape: ProductTermPrice;
        Include: Prisma.ProductTermPriceInclude;
        Select: Prisma.ProductTermPriceSelect;
        OrderBy: Prisma.ProductTermPriceOrderByWithRelationInput;
        WhereUnique: Prisma.ProductTermPriceWhereUniqueInput;
        Where: Prisma.ProductTermPriceWhereInput;
        Create: {};
        Update: {};
        RelationName: "product" | "term";
        ListRelations: never;
        Relations: {
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            term: {
                Shape: SubscriptionTypeTerm;
                Name: "SubscriptionTypeTerm";
                Nullable: false;
            };
        };
    };
    ProductInstance: {
        Name: "ProductInstance";
        Shape: ProductInstance;
        Include: Prisma.ProductInstanceInclude;
        Select: Prisma.ProductInstanceSelect;
        OrderBy: Prisma.ProductInstanceOrderByWithRelationInput;
        WhereUnique: Prisma.ProductInstanceWhereUniqueInput;
        Where: Prisma.ProductInstanceWhereInput;
        Create: {};
        Update: {};
        RelationName: "product" | "images" | "inventory" | "inventoryMovements" | "termPrices" | "variants" | "subscriptions" | "scheduledFor" | "orderProducts" | "cartProducts" | "fulfillments";
        ListRelations: "images" | "inventoryMovements" | "termPrices" | "variants" | "subscriptions" | "scheduledFor" | "orderProducts" | "cartProducts" | "fulfillments";
        Relations: {
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            images: {
                Shape: ProductImage[];
                Name: "ProductImage";
                Nullable: false;
            };
            inventory: {
                Shape: ProductInventory | null;
                Name: "ProductInventory";
                Nullable: true;
            };
            inventoryMovements: {
                Shape: InventoryMovement[];
                Name: "InventoryMovement";
                Nullable: false;
            };
            termPrices: {
                Shape: ProductInstanceSubscriptionTypeTermPrice[];
                Name: "ProductInstanceSubscriptionTypeTermPrice";
                Nullable: false;
            };
            variants: {
                Shape: ProductInstanceVariant[];
                Name: "ProductInstanceVariant";
                Nullable: false;
            };
            subscriptions: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            scheduledFor: {
                Shape: Subscription[];
                Name: "Subscription";
                Nullable: false;
            };
            orderProducts: {
                Shape: OrderProduct[];
                Name: "OrderProduct";
                Nullable: false;
            };
            cartProducts: {
                Shape: CartProduct[];
                Name: "CartProduct";
                Nullable: false;
            };
            fulfillments: {
                Shape: Fulfillment[];
                Name: "Fulfillment";
                Nullable: false;
            };
        };
    };
    ProductImage: {
        Name: "ProductImage";
        Shape: ProductImage;
        Include: Prisma.ProductImageInclude;
        Select: Prisma.ProductImageSelect;
        OrderBy: Prisma.ProductImageOrderByWithRelationInput;
        WhereUnique: Prisma.ProductImageWhereUniqueInput;
        Where: Prisma.ProductImageWhereInput;
        Create: {};
        Update: {};
        RelationName: "product" | "instance" | "variantValue";
        ListRelations: never;
        Relations: {
            product: {
                Shape: Product | null;
                Name: "Product";
                Nullable: true;
            };
            instance: {
                Shape: ProductInstance | null;
                Name: "ProductInstance";
                Nullable: true;
            };
            variantValue: {
                Shape: ProductVariantValue | null;
                Name: "ProductVariantValue";
                Nullable: true;
            };
        };
    };
    ProductVariantType: {
        Name: "ProductVariantType";
        Shape: ProductVariantType;
        Include: Prisma.ProductVariantTypeInclude;
        Select: Prisma.ProductVariantTypeSelect;
        OrderBy: Prisma.ProductVariantTypeOrderByWithRelationInput;
        WhereUnique: Prisma.ProductVariantTypeWhereUniqueInput;
        Where: Prisma.ProductVariantTypeWhereInput;
        Create: {};
        Update: {};
        RelationName: "product" | "values" | "instanceVariants";
        ListRelations: "values" | "instanceVariants";
        Relations: {
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            values: {
                Shape: ProductVariantValue[];
                Name: "ProductVariantValue";
                Nullable: false;
            };
            instanceVariants: {
                Shape: ProductInstanceVariant[];
                Name: "ProductInstanceVariant";
                Nullable: false;
            };
        };
    };
    ProductVariantValue: {
        Name: "ProductVariantValue";
        Shape: ProductVariantValue;
        Include: Prisma.ProductVariantValueInclude;
        Select: Prisma.ProductVariantValueSelect;
        OrderBy: Prisma.ProductVariantValueOrderByWithRelationInput;
        WhereUnique: Prisma.ProductVariantValueWhereUniqueInput;
        Where: Prisma.ProductVariantValueWhereInput;
        Create: {};
        Update: {};
        RelationName: "variantType" | "images" | "instanceVariants";
        ListRelations: "images" | "instanceVariants";
        Relations: {
            variantType: {
                Shape: ProductVariantType;
                Name: "ProductVariantType";
                Nullable: false;
            };
            images: {
                Shape: ProductImage[];
                Name: "ProductImage";
                Nullable: false;
            };
            instanceVariants: {
                Shape: ProductInstanceVariant[];
                Name: "ProductInstanceVariant";
                Nullable: false;
            };
        };
    };
    ProductInstanceVariant: {
        Name: "ProductInstanceVariant";
        Shape: ProductInstanceVariant;
        Include: Prisma.ProductInstanceVariantInclude;
        Select: Prisma.ProductInstanceVariantSelect;
        OrderBy: Prisma.ProductInstanceVariantOrderByWithRelationInput;
        WhereUnique: Prisma.ProductInstanceVariantWhereUniqueInput;
        Where: Prisma.ProductInstanceVariantWhereInput;
        Create: {};
        Update: {};
        RelationName: "instance" | "variantType" | "variantValue";
        ListRelations: never;
        Relations: {
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
            variantType: {
                Shape: ProductVariantType;
                Name: "ProductVariantType";
                Nullable: false;
            };
            variantValue: {
                Shape: ProductVariantValue;
                Name: "ProductVariantValue";
                Nullable: false;
            };
        };
    };
    ProductInstanceSubscriptionTypeTermPrice: {
        Name: "ProductInstanceSubscriptionTypeTermPrice";
        Shape: ProductInstanceSubscriptionTypeTermPrice;
        Include: Prisma.ProductInstanceSubscriptionTypeTermPriceInclude;
        Select: Prisma.ProductInstanceSubscriptionTypeTermPriceSelect;
        OrderBy: Prisma.ProductInstanceSubscriptionTypeTermPriceOrderByWithRelationInput;
        WhereUnique: Prisma.ProductInstanceSubscriptionTypeTermPriceWhereUniqueInput;
        Where: Prisma.ProductInstanceSubscriptionTypeTermPriceWhereInput;
        Create: {};
        Update: {};
        RelationName: "instance" | "term";
        ListRelations: never;
        Relations: {
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
            term: {
                Shape: SubscriptionTypeTerm;
                Name: "SubscriptionTypeTerm";
                Nullable: false;
            };
        };
    };
    ProductInventory: {
        Name: "ProductInventory";
        Shape: ProductInventory;
        Include: Prisma.ProductInventoryInclude;
        Select: Prisma.ProductInventorySelect;
        OrderBy: Prisma.ProductInventoryOrderByWithRelationInput;
        WhereUnique: Prisma.ProductInventoryWhereUniqueInput;
        Where: Prisma.ProductInventoryWhereInput;
        Create: {};
        Update: {};
        RelationName: "product" | "instance";
        ListRelations: never;
        Relations: {
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
        };
    };
    InventoryMovement: {
        Name: "InventoryMovement";
        Shape: InventoryMovement;
        Include: Prisma.InventoryMovementInclude;
        Select: Prisma.InventoryMovementSelect;
        OrderBy: Prisma.InventoryMovementOrderByWithRelationInput;
        WhereUnique: Prisma.InventoryMovementWhereUniqueInput;
        Where: Prisma.InventoryMovementWhereInput;
        Create: {};
        Update: {};
        RelationName: "instance" | "order";
        ListRelations: never;
        Relations: {
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
            order: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
        };
    };
    Coupon: {
        Name: "Coupon";
        Shape: Coupon;
        Include: Prisma.CouponInclude;
        Select: Prisma.CouponSelect;
        OrderBy: Prisma.CouponOrderByWithRelationInput;
        WhereUnique: Prisma.CouponWhereUniqueInput;
        Where: Prisma.CouponWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "products" | "subscriptionCoupons" | "usesByCustomer" | "orderCoupons" | "cartCoupons" | "cancellationReasons" | "cancelOffers";
        ListRelations: "products" | "subscriptionCoupons" | "usesByCustomer" | "orderCoupons" | "cartCoupons" | "cancellationReasons" | "cancelOffers";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            products: {
                Shape: CouponProduct[];
                Name: "CouponProduct";
                Nullable: false;
            };
            subscriptionCoupons: {
                Shape: SubscriptionCoupon[];
                Name: "SubscriptionCoupon";
                Nullable: false;
            };
            usesByCustomer: {
                Shape: CouponUse[];
                Name: "CouponUse";
                Nullable: false;
            };
            orderCoupons: {
                Shape: OrderCoupon[];
                Name: "OrderCoupon";
                Nullable: false;
            };
            cartCoupons: {
                Shape: CartCoupon[];
                Name: "CartCoupon";
                Nullable: false;
            };
            cancellationReasons: {
                Shape: CancellationReason[];
                Name: "CancellationReason";
                Nullable: false;
            };
            cancelOffers: {
                Shape: CancelOffer[];
                Name: "CancelOffer";
                Nullable: false;
            };
        };
    };
    CouponProduct: {
        Name: "CouponProduct";
        Shape: CouponProduct;
        Include: Prisma.CouponProductInclude;
        Select: Prisma.CouponProductSelect;
        OrderBy: Prisma.CouponProductOrderByWithRelationInput;
        WhereUnique: Prisma.CouponProductWhereUniqueInput;
        Where: Prisma.CouponProductWhereInput;
        Create: {};
        Update: {};
        RelationName: "coupon" | "product";
        ListRelations: never;
        Relations: {
            coupon: {
                Shape: Coupon;
                Name: "Coupon";
                Nullable: false;
            };
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
        };
    };
    CouponUse: {
        Name: "CouponUse";
        Shape: CouponUse;
        Include: Prisma.CouponUseInclude;
        Select: Prisma.CouponUseSelect;
        OrderBy: Prisma.CouponUseOrderByWithRelationInput;
        WhereUnique: Prisma.CouponUseWhereUniqueInput;
        Where: Prisma.CouponUseWhereInput;
        Create: {};
        Update: {};
        RelationName: "coupon" | "customer";
        ListRelations: never;
        Relations: {
            coupon: {
                Shape: Coupon;
                Name: "Coupon";
                Nullable: false;
            };
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
        };
    };
    Subscription: {
        Name: "Subscription";
        Shape: Subscription;
        Include: Prisma.SubscriptionInclude;
        Select: Prisma.SubscriptionSelect;
        OrderBy: Prisma.SubscriptionOrderByWithRelationInput;
        WhereUnique: Prisma.SubscriptionWhereUniqueInput;
        Where: Prisma.SubscriptionWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "product" | "instance" | "billing" | "term" | "scheduledTerm" | "scheduledInstance" | "address" | "paymentMethod" | "backupPaymentMethod" | "unpaidOrder" | "coupons" | "metadata" | "orderProducts" | "movements" | "surveyResults" | "fulfillments" | "logEntries" | "payments" | "cancelOffer";
        ListRelations: "coupons" | "orderProducts" | "movements" | "surveyResults" | "fulfillments" | "logEntries" | "payments";
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
            billing: {
                Shape: ProductBilling;
                Name: "ProductBilling";
                Nullable: false;
            };
            term: {
                Shape: SubscriptionTypeTerm;
                Name: "SubscriptionTypeTerm";
                Nullable: false;
            };
            scheduledTerm: {
                Shape: SubscriptionTypeTerm | null;
                Name: "SubscriptionTypeTerm";
                Nullable: true;
            };
            scheduledInstance: {
                Shape: ProductInstance | null;
                Name: "ProductInstance";
                Nullable: true;
            };
            address: {
                Shape: Address | null;
                Name: "Address";
                Nullable: true;
            };
            paymentMethod: {
                Shape: PaymentMethod | null;
                Name: "PaymentMethod";
                Nullable: true;
            };
            backupPaymentMethod: {
                Shape: PaymentMethod | null;
                Name: "PaymentMethod";
                Nullable: true;
            };
            unpaidOrder: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
            coupons: {
                Shape: SubscriptionCoupon[];
                Name: "SubscriptionCoupon";
                Nullable: false;
            };
            metadata: {
                Shape: Metadata | null;
                Name: "Metadata";
                Nullable: true;
            };
            orderProducts: {
                Shape: OrderProduct[];
                Name: "OrderProduct";
                Nullable: false;
            };
            movements: {
                Shape: SubscriptionMovement[];
                Name: "SubscriptionMovement";
                Nullable: false;
            };
            surveyResults: {
                Shape: ProductSurveyResult[];
                Name: "ProductSurveyResult";
                Nullable: false;
            };
            fulfillments: {
                Shape: Fulfillment[];
                Name: "Fulfillment";
                Nullable: false;
            };
            logEntries: {
                Shape: LogEntry[];
                Name: "LogEntry";
                Nullable: false;
            };
            payments: {
                Shape: Payment[];
                Name: "Payment";
                Nullable: false;
            };
            cancelOffer: {
                Shape: CancelOffer | null;
                Name: "CancelOffer";
                Nullable: true;
            };
        };
    };
    SubscriptionMovement: {
        Name: "SubscriptionMovement";
        Shape: SubscriptionMovement;
        Include: Prisma.SubscriptionMovementInclude;
        Select: Prisma.SubscriptionMovementSelect;
        OrderBy: Prisma.SubscriptionMovementOrderByWithRelationInput;
        WhereUnique: Prisma.SubscriptionMovementWhereUniqueInput;
        Where: Prisma.SubscriptionMovementWhereInput;
        Create: {};
        Update: {};
        RelationName: "subscription" | "customer" | "product";
        ListRelations: never;
        Relations: {
            subscription: {
                Shape: Subscription;
                Name: "Subscription";
                Nullable: false;
            };
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
        };
    };
    MovementRollUp: {
        Name: "MovementRollUp";
        Shape: MovementRollUp;
        Include: Prisma.MovementRollUpInclude;
        Select: Prisma.MovementRollUpSelect;
        OrderBy: Prisma.MovementRollUpOrderByWithRelationInput;
        WhereUnique: Prisma.MovementRollUpWhereUniqueInput;
        Where: Prisma.MovementRollUpWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    MovementMonth: {
        Name: "MovementMonth";
        Shape: MovementMonth;
        Include: Prisma.MovementMonthInclude;
        Select: Prisma.MovementMonthSelect;
        OrderBy: Prisma.MovementMonthOrderByWithRelationInput;
        WhereUnique: Prisma.MovementMonthWhereUniqueInput;
        Where: Prisma.MovementMonthWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    SubscriptionCoupon: {
        Name: "SubscriptionCoupon";
        Shape: SubscriptionCoupon;
        Include: Prisma.SubscriptionCouponInclude;
        Select: Prisma.SubscriptionCouponSelect;
        OrderBy: Prisma.SubscriptionCouponOrderByWithRelationInput;
        WhereUnique: Prisma.SubscriptionCouponWhereUniqueInput;
        Where: Prisma.SubscriptionCouponWhereInput;
        Create: {};
        Update: {};
        RelationName: "subscription" | "coupon" | "unpaidOrder";
        ListRelations: never;
        Relations: {
            subscription: {
                Shape: Subscription;
                Name: "Subscription";
                Nullable: false;
            };
            coupon: {
                Shape: Coupon;
                Name: "Coupon";
                Nullable: false;
            };
            unpaidOrder: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
        };
    };
    Cart: {
        Name: "Cart";
        Shape: Cart;
        Include: Prisma.CartInclude;
        Select: Prisma.CartSelect;
        OrderBy: Prisma.CartOrderByWithRelationInput;
        WhereUnique: Prisma.CartWhereUniqueInput;
        Where: Prisma.CartWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "address" | "billingAddress" | "order" | "products" | "coupons" | "payments" | "metadata";
        ListRelations: "products" | "coupons" | "payments";
        Relations: {
            customer: {
                Shape: Customer | null;
                Name: "Customer";
                Nullable: true;
            };
            address: {
                Shape: Address | null;
                Name: "Address";
                Nullable: true;
            };
            billingAddress: {
                Shape: Address | null;
                Name: "Address";
                Nullable: true;
            };
            order: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
            products: {
                Shape: CartProduct[];
                Name: "CartProduct";
                Nullable: false;
            };
            coupons: {
                Shape: CartCoupon[];
                Name: "CartCoupon";
                Nullable: false;
            };
            payments: {
                Shape: Payment[];
                Name: "Payment";
                Nullable: false;
            };
            metadata: {
                Shape: Metadata | null;
                Name: "Metadata";
                Nullable: true;
            };
        };
    };
    CartProduct: {
        Name: "CartProduct";
        Shape: CartProduct;
        Include: Prisma.CartProductInclude;
        Select: Prisma.CartProductSelect;
        OrderBy: Prisma.CartProductOrderByWithRelationInput;
        WhereUnique: Prisma.CartProductWhereUniqueInput;
        Where: Prisma.CartProductWhereInput;
        Create: {};
        Update: {};
        RelationName: "cart" | "instance" | "term";
        ListRelations: never;
        Relations: {
            cart: {
                Shape: Cart;
                Name: "Cart";
                Nullable: false;
            };
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
            term: {
                Shape: SubscriptionTypeTerm | null;
                Name: "SubscriptionTypeTerm";
                Nullable: true;
            };
        };
    };
    CartCoupon: {
        Name: "CartCoupon";
        Shape: CartCoupon;
        Include: Prisma.CartCouponInclude;
        Select: Prisma.CartCouponSelect;
        OrderBy: Prisma.CartCouponOrderByWithRelationInput;
        WhereUnique: Prisma.CartCouponWhereUniqueInput;
        Where: Prisma.CartCouponWhereInput;
        Create: {};
        Update: {};
        RelationName: "cart" | "coupon";
        ListRelations: never;
        Relations: {
            cart: {
                Shape: Cart;
                Name: "Cart";
                Nullable: false;
            };
            coupon: {
                Shape: Coupon;
                Name: "Coupon";
                Nullable: false;
            };
        };
    };
    Order: {
        Name: "Order";
        Shape: Order;
        Include: Prisma.OrderInclude;
        Select: Prisma.OrderSelect;
        OrderBy: Prisma.OrderOrderByWithRelationInput;
        WhereUnique: Prisma.OrderWhereUniqueInput;
        Where: Prisma.OrderWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "address" | "billingAddress" | "paymentMethod" | "products" | "coupons" | "transactions" | "refunds" | "disputes" | "inventoryMovements" | "cart" | "fulfillments" | "logEntries" | "creditEntries" | "payments" | "unpaidRenewalOf" | "heldCoupons" | "invoices" | "invoicesDue" | "metadata";
        ListRelations: "products" | "coupons" | "transactions" | "refunds" | "disputes" | "inventoryMovements" | "fulfillments" | "logEntries" | "creditEntries" | "payments" | "heldCoupons" | "invoices" | "invoicesDue";
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            address: {
                Shape: Address | null;
                Name: "Address";
                Nullable: true;
            };
            billingAddress: {
                Shape: Address | null;
                Name: "Address";
                Nullable: true;
            };
            paymentMethod: {
                Shape: PaymentMethod | null;
                Name: "PaymentMethod";
                Nullable: true;
            };
            products: {
                Shape: OrderProduct[];
                Name: "OrderProduct";
                Nullable: false;
            };
            coupons: {
                Shape: OrderCoupon[];
                Name: "OrderCoupon";
                Nullable: false;
            };
            transactions: {
                Shape: Transaction[];
                Name: "Transaction";
                Nullable: false;
            };
            refunds: {
                Shape: Refund[];
                Name: "Refund";
                Nullable: false;
            };
            disputes: {
                Shape: Dispute[];
                Name: "Dispute";
                Nullable: false;
            };
            inventoryMovements: {
                Shape: InventoryMovement[];
                Name: "InventoryMovement";
                Nullable: false;
            };
            cart: {
                Shape: Cart | null;
                Name: "Cart";
                Nullable: true;
            };
            fulfillments: {
                Shape: Fulfillment[];
                Name: "Fulfillment";
                Nullable: false;
            };
            logEntries: {
                Shape: LogEntry[];
                Name: "LogEntry";
                Nullable: false;
            };
            creditEntries: {
                Shape: CreditEntry[];
                Name: "CreditEntry";
                Nullable: false;
            };
            payments: {
                Shape: Payment[];
                Name: "Payment";
                Nullable: false;
            };
            unpaidRenewalOf: {
                Shape: Subscription | null;
                Name: "Subscription";
                Nullable: true;
            };
            heldCoupons: {
                Shape: SubscriptionCoupon[];
                Name: "SubscriptionCoupon";
                Nullable: false;
            };
            invoices: {
                Shape: Invoice[];
                Name: "Invoice";
                Nullable: false;
            };
            invoicesDue: {
                Shape: InvoiceDue[];
                Name: "InvoiceDue";
                Nullable: false;
            };
            metadata: {
                Shape: Metadata | null;
                Name: "Metadata";
                Nullable: true;
            };
        };
    };
    OrderProduct: {
        Name: "OrderProduct";
        Shape: OrderProduct;
        Include: Prisma.OrderProductInclude;
        Select: Prisma.OrderProductSelect;
        OrderBy: Prisma.OrderProductOrderByWithRelationInput;
        WhereUnique: Prisma.OrderProductWhereUniqueInput;
        Where: Prisma.OrderProductWhereInput;
        Create: {};
        Update: {};
        RelationName: "refundLines" | "order" | "product" | "instance" | "subscription" | "term";
        ListRelations: "refundLines";
        Relations: {
            refundLines: {
                Shape: RefundLine[];
                Name: "RefundLine";
                Nullable: false;
            };
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
            subscription: {
                Shape: Subscription | null;
                Name: "Subscription";
                Nullable: true;
            };
            term: {
                Shape: SubscriptionTypeTerm | null;
                Name: "SubscriptionTypeTerm";
                Nullable: true;
            };
        };
    };
    OrderCoupon: {
        Name: "OrderCoupon";
        Shape: OrderCoupon;
        Include: Prisma.OrderCouponInclude;
        Select: Prisma.OrderCouponSelect;
        OrderBy: Prisma.OrderCouponOrderByWithRelationInput;
        WhereUnique: Prisma.OrderCouponWhereUniqueInput;
        Where: Prisma.OrderCouponWhereInput;
        Create: {};
        Update: {};
        RelationName: "order" | "coupon";
        ListRelations: never;
        Relations: {
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
            coupon: {
                Shape: Coupon;
                Name: "Coupon";
                Nullable: false;
            };
        };
    };
    ProductSurvey: {
        Name: "ProductSurvey";
        Shape: ProductSurvey;
        Include: Prisma.ProductSurveyInclude;
        Select: Prisma.ProductSurveySelect;
        OrderBy: Prisma.ProductSurveyOrderByWithRelationInput;
        WhereUnique: Prisma.ProductSurveyWhereUniqueInput;
        Where: Prisma.ProductSurveyWhereInput;
        Create: {};
        Update: {};
        RelationName: "product" | "fields" | "results";
        ListRelations: "fields" | "results";
        Relations: {
            product: {
                Shape: Product;
                Name: "Product";
                Nullable: false;
            };
            fields: {
                Shape: ProductSurveyField[];
                Name: "ProductSurveyField";
                Nullable: false;
            };
            results: {
                Shape: ProductSurveyResult[];
                Name: "ProductSurveyResult";
                Nullable: false;
            };
        };
    };
    ProductSurveyField: {
        Name: "ProductSurveyField";
        Shape: ProductSurveyField;
        Include: Prisma.ProductSurveyFieldInclude;
        Select: Prisma.ProductSurveyFieldSelect;
        OrderBy: Prisma.ProductSurveyFieldOrderByWithRelationInput;
        WhereUnique: Prisma.ProductSurveyFieldWhereUniqueInput;
        Where: Prisma.ProductSurveyFieldWhereInput;
        Create: {};
        Update: {};
        RelationName: "survey" | "answers";
        ListRelations: "answers";
        Relations: {
            survey: {
                Shape: ProductSurvey;
                Name: "ProductSurvey";
                Nullable: false;
            };
            answers: {
                Shape: ProductSurveyAnswer[];
                Name: "ProductSurveyAnswer";
                Nullable: false;
            };
        };
    };
    ProductSurveyResult: {
        Name: "ProductSurveyResult";
        Shape: ProductSurveyResult;
        Include: Prisma.ProductSurveyResultInclude;
        Select: Prisma.ProductSurveyResultSelect;
        OrderBy: Prisma.ProductSurveyResultOrderByWithRelationInput;
        WhereUnique: Prisma.ProductSurveyResultWhereUniqueInput;
        Where: Prisma.ProductSurveyResultWhereInput;
        Create: {};
        Update: {};
        RelationName: "survey" | "subscription" | "answers";
        ListRelations: "answers";
        Relations: {
            survey: {
                Shape: ProductSurvey;
                Name: "ProductSurvey";
                Nullable: false;
            };
            subscription: {
                Shape: Subscription;
                Name: "Subscription";
                Nullable: false;
            };
            answers: {
                Shape: ProductSurveyAnswer[];
                Name: "ProductSurveyAnswer";
                Nullable: false;
            };
        };
    };
    ProductSurveyAnswer: {
        Name: "ProductSurveyAnswer";
        Shape: ProductSurveyAnswer;
        Include: Prisma.ProductSurveyAnswerInclude;
        Select: Prisma.ProductSurveyAnswerSelect;
        OrderBy: Prisma.ProductSurveyAnswerOrderByWithRelationInput;
        WhereUnique: Prisma.ProductSurveyAnswerWhereUniqueInput;
        Where: Prisma.ProductSurveyAnswerWhereInput;
        Create: {};
        Update: {};
        RelationName: "result" | "field";
        ListRelations: never;
        Relations: {
            result: {
                Shape: ProductSurveyResult;
                Name: "ProductSurveyResult";
                Nullable: false;
            };
            field: {
                Shape: ProductSurveyField;
                Name: "ProductSurveyField";
                Nullable: false;
            };
        };
    };
    Transaction: {
        Name: "Transaction";
        Shape: Transaction;
        Include: Prisma.TransactionInclude;
        Select: Prisma.TransactionSelect;
        OrderBy: Prisma.TransactionOrderByWithRelationInput;
        WhereUnique: Prisma.TransactionWhereUniqueInput;
        Where: Prisma.TransactionWhereInput;
        Create: {};
        Update: {};
        RelationName: "order" | "refund";
        ListRelations: never;
        Relations: {
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
            refund: {
                Shape: Refund | null;
                Name: "Refund";
                Nullable: true;
            };
        };
    };
    Refund: {
        Name: "Refund";
        Shape: Refund;
        Include: Prisma.RefundInclude;
        Select: Prisma.RefundSelect;
        OrderBy: Prisma.RefundOrderByWithRelationInput;
        WhereUnique: Prisma.RefundWhereUniqueInput;
        Where: Prisma.RefundWhereInput;
        Create: {};
        Update: {};
        RelationName: "order" | "act" | "refunds" | "lines" | "transactions" | "creditEntries";
        ListRelations: "refunds" | "lines" | "transactions" | "creditEntries";
        Relations: {
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
            act: {
                Shape: Refund;
                Name: "Refund";
                Nullable: false;
            };
            refunds: {
                Shape: Refund[];
                Name: "Refund";
                Nullable: false;
            };
            lines: {
                Shape: RefundLine[];
                Name: "RefundLine";
                Nullable: false;
            };
            transactions: {
                Shape: Transaction[];
                Name: "Transaction";
                Nullable: false;
            };
            creditEntries: {
                Shape: CreditEntry[];
                Name: "CreditEntry";
                Nullable: false;
            };
        };
    };
    RefundLine: {
        Name: "RefundLine";
        Shape: RefundLine;
        Include: Prisma.RefundLineInclude;
        Select: Prisma.RefundLineSelect;
        OrderBy: Prisma.RefundLineOrderByWithRelationInput;
        WhereUnique: Prisma.RefundLineWhereUniqueInput;
        Where: Prisma.RefundLineWhereInput;
        Create: {};
        Update: {};
        RelationName: "refund" | "orderProduct";
        ListRelations: never;
        Relations: {
            refund: {
                Shape: Refund;
                Name: "Refund";
                Nullable: false;
            };
            orderProduct: {
                Shape: OrderProduct;
                Name: "OrderProduct";
                Nullable: false;
            };
        };
    };
    Invoice: {
        Name: "Invoice";
        Shape: Invoice;
        Include: Prisma.InvoiceInclude;
        Select: Prisma.InvoiceSelect;
        OrderBy: Prisma.InvoiceOrderByWithRelationInput;
        WhereUnique: Prisma.InvoiceWhereUniqueInput;
        Where: Prisma.InvoiceWhereInput;
        Create: {};
        Update: {};
        RelationName: "order" | "customer" | "invoice" | "corrections";
        ListRelations: "corrections";
        Relations: {
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            invoice: {
                Shape: Invoice | null;
                Name: "Invoice";
                Nullable: true;
            };
            corrections: {
                Shape: Invoice[];
                Name: "Invoice";
                Nullable: false;
            };
        };
    };
    InvoiceDue: {
        Name: "InvoiceDue";
        Shape: InvoiceDue;
        Include: Prisma.InvoiceDueInclude;
        Select: Prisma.InvoiceDueSelect;
        OrderBy: Prisma.InvoiceDueOrderByWithRelationInput;
        WhereUnique: Prisma.InvoiceDueWhereUniqueInput;
        Where: Prisma.InvoiceDueWhereInput;
        Create: {};
        Update: {};
        RelationName: "order";
        ListRelations: never;
        Relations: {
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
        };
    };
    InvoiceSeries: {
        Name: "InvoiceSeries";
        Shape: InvoiceSeries;
        Include: Prisma.InvoiceSeriesInclude;
        Select: Prisma.InvoiceSeriesSelect;
        OrderBy: Prisma.InvoiceSeriesOrderByWithRelationInput;
        WhereUnique: Prisma.InvoiceSeriesWhereUniqueInput;
        Where: Prisma.InvoiceSeriesWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    CreditEntry: {
        Name: "CreditEntry";
        Shape: CreditEntry;
        Include: Prisma.CreditEntryInclude;
        Select: Prisma.CreditEntrySelect;
        OrderBy: Prisma.CreditEntryOrderByWithRelationInput;
        WhereUnique: Prisma.CreditEntryWhereUniqueInput;
        Where: Prisma.CreditEntryWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "refund" | "order" | "returnedPayment" | "payment";
        ListRelations: never;
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            refund: {
                Shape: Refund | null;
                Name: "Refund";
                Nullable: true;
            };
            order: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
            returnedPayment: {
                Shape: Payment | null;
                Name: "Payment";
                Nullable: true;
            };
            payment: {
                Shape: Payment | null;
                Name: "Payment";
                Nullable: true;
            };
        };
    };
    Shipment: {
        Name: "Shipment";
        Shape: Shipment;
        Include: Prisma.ShipmentInclude;
        Select: Prisma.ShipmentSelect;
        OrderBy: Prisma.ShipmentOrderByWithRelationInput;
        WhereUnique: Prisma.ShipmentWhereUniqueInput;
        Where: Prisma.ShipmentWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "shipAddress" | "fulfillments" | "labels";
        ListRelations: "fulfillments" | "labels";
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            shipAddress: {
                Shape: Address;
                Name: "Address";
                Nullable: false;
            };
            fulfillments: {
                Shape: Fulfillment[];
                Name: "Fulfillment";
                Nullable: false;
            };
            labels: {
                Shape: Label[];
                Name: "Label";
                Nullable: false;
            };
        };
    };
    Fulfillment: {
        Name: "Fulfillment";
        Shape: Fulfillment;
        Include: Prisma.FulfillmentInclude;
        Select: Prisma.FulfillmentSelect;
        OrderBy: Prisma.FulfillmentOrderByWithRelationInput;
        WhereUnique: Prisma.FulfillmentWhereUniqueInput;
        Where: Prisma.FulfillmentWhereInput;
        Create: {};
        Update: {};
        RelationName: "shipment" | "order" | "subscription" | "instance";
        ListRelations: never;
        Relations: {
            shipment: {
                Shape: Shipment;
                Name: "Shipment";
                Nullable: false;
            };
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
            subscription: {
                Shape: Subscription | null;
                Name: "Subscription";
                Nullable: true;
            };
            instance: {
                Shape: ProductInstance;
                Name: "ProductInstance";
                Nullable: false;
            };
        };
    };
    Label: {
        Name: "Label";
        Shape: Label;
        Include: Prisma.LabelInclude;
        Select: Prisma.LabelSelect;
        OrderBy: Prisma.LabelOrderByWithRelationInput;
        WhereUnique: Prisma.LabelWhereUniqueInput;
        Where: Prisma.LabelWhereInput;
        Create: {};
        Update: {};
        RelationName: "shipment";
        ListRelations: never;
        Relations: {
            shipment: {
                Shape: Shipment;
                Name: "Shipment";
                Nullable: false;
            };
        };
    };
    LogEntry: {
        Name: "LogEntry";
        Shape: LogEntry;
        Include: Prisma.LogEntryInclude;
        Select: Prisma.LogEntrySelect;
        OrderBy: Prisma.LogEntryOrderByWithRelationInput;
        WhereUnique: Prisma.LogEntryWhereUniqueInput;
        Where: Prisma.LogEntryWhereInput;
        Create: {};
        Update: {};
        RelationName: "subscription" | "order";
        ListRelations: never;
        Relations: {
            subscription: {
                Shape: Subscription | null;
                Name: "Subscription";
                Nullable: true;
            };
            order: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
        };
    };
    IdempotencyKey: {
        Name: "IdempotencyKey";
        Shape: IdempotencyKey;
        Include: Prisma.IdempotencyKeyInclude;
        Select: Prisma.IdempotencyKeySelect;
        OrderBy: Prisma.IdempotencyKeyOrderByWithRelationInput;
        WhereUnique: Prisma.IdempotencyKeyWhereUniqueInput;
        Where: Prisma.IdempotencyKeyWhereInput;
        Create: {};
        Update: {};
        RelationName: "payment";
        ListRelations: never;
        Relations: {
            payment: {
                Shape: Payment | null;
                Name: "Payment";
                Nullable: true;
            };
        };
    };
    Payment: {
        Name: "Payment";
        Shape: Payment;
        Include: Prisma.PaymentInclude;
        Select: Prisma.PaymentSelect;
        OrderBy: Prisma.PaymentOrderByWithRelationInput;
        WhereUnique: Prisma.PaymentWhereUniqueInput;
        Where: Prisma.PaymentWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "paymentMethod" | "subscription" | "order" | "cart" | "keys" | "creditEntries" | "creditOfReturn";
        ListRelations: "keys" | "creditEntries";
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            paymentMethod: {
                Shape: PaymentMethod | null;
                Name: "PaymentMethod";
                Nullable: true;
            };
            subscription: {
                Shape: Subscription | null;
                Name: "Subscription";
                Nullable: true;
            };
            order: {
                Shape: Order | null;
                Name: "Order";
                Nullable: true;
            };
            cart: {
                Shape: Cart | null;
                Name: "Cart";
                Nullable: true;
            };
            keys: {
                Shape: IdempotencyKey[];
                Name: "IdempotencyKey";
                Nullable: false;
            };
            creditEntries: {
                Shape: CreditEntry[];
                Name: "CreditEntry";
                Nullable: false;
            };
            creditOfReturn: {
                Shape: CreditEntry | null;
                Name: "CreditEntry";
                Nullable: true;
            };
        };
    };
    Installation: {
        Name: "Installation";
        Shape: Installation;
        Include: never;
        Select: Prisma.InstallationSelect;
        OrderBy: Prisma.InstallationOrderByWithRelationInput;
        WhereUnique: Prisma.InstallationWhereUniqueInput;
        Where: Prisma.InstallationWhereInput;
        Create: {};
        Update: {};
        RelationName: never;
        ListRelations: never;
        Relations: {};
    };
    SandboxCharge: {
        Name: "SandboxCharge";
        Shape: SandboxCharge;
        Include: never;
        Select: Prisma.SandboxChargeSelect;
        OrderBy: Prisma.SandboxChargeOrderByWithRelationInput;
        WhereUnique: Prisma.SandboxChargeWhereUniqueInput;
        Where: Prisma.SandboxChargeWhereInput;
        Create: {};
        Update: {};
        RelationName: never;
        ListRelations: never;
        Relations: {};
    };
    SandboxRefund: {
        Name: "SandboxRefund";
        Shape: SandboxRefund;
        Include: never;
        Select: Prisma.SandboxRefundSelect;
        OrderBy: Prisma.SandboxRefundOrderByWithRelationInput;
        WhereUnique: Prisma.SandboxRefundWhereUniqueInput;
        Where: Prisma.SandboxRefundWhereInput;
        Create: {};
        Update: {};
        RelationName: never;
        ListRelations: never;
        Relations: {};
    };
    Event: {
        Name: "Event";
        Shape: Event;
        Include: never;
        Select: Prisma.EventSelect;
        OrderBy: Prisma.EventOrderByWithRelationInput;
        WhereUnique: Prisma.EventWhereUniqueInput;
        Where: Prisma.EventWhereInput;
        Create: {};
        Update: {};
        RelationName: never;
        ListRelations: never;
        Relations: {};
    };
    EventCounter: {
        Name: "EventCounter";
        Shape: EventCounter;
        Include: never;
        Select: Prisma.EventCounterSelect;
        OrderBy: Prisma.EventCounterOrderByWithRelationInput;
        WhereUnique: Prisma.EventCounterWhereUniqueInput;
        Where: Prisma.EventCounterWhereInput;
        Create: {};
        Update: {};
        RelationName: never;
        ListRelations: never;
        Relations: {};
    };
    Tombstone: {
        Name: "Tombstone";
        Shape: Tombstone;
        Include: Prisma.TombstoneInclude;
        Select: Prisma.TombstoneSelect;
        OrderBy: Prisma.TombstoneOrderByWithRelationInput;
        WhereUnique: Prisma.TombstoneWhereUniqueInput;
        Where: Prisma.TombstoneWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    Dispute: {
        Name: "Dispute";
        Shape: Dispute;
        Include: Prisma.DisputeInclude;
        Select: Prisma.DisputeSelect;
        OrderBy: Prisma.DisputeOrderByWithRelationInput;
        WhereUnique: Prisma.DisputeWhereUniqueInput;
        Where: Prisma.DisputeWhereInput;
        Create: {};
        Update: {};
        RelationName: "order";
        ListRelations: never;
        Relations: {
            order: {
                Shape: Order;
                Name: "Order";
                Nullable: false;
            };
        };
    };
    GatewayDispute: {
        Name: "GatewayDispute";
        Shape: GatewayDispute;
        Include: Prisma.GatewayDisputeInclude;
        Select: Prisma.GatewayDisputeSelect;
        OrderBy: Prisma.GatewayDisputeOrderByWithRelationInput;
        WhereUnique: Prisma.GatewayDisputeWhereUniqueInput;
        Where: Prisma.GatewayDisputeWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    Mailer: {
        Name: "Mailer";
        Shape: Mailer;
        Include: Prisma.MailerInclude;
        Select: Prisma.MailerSelect;
        OrderBy: Prisma.MailerOrderByWithRelationInput;
        WhereUnique: Prisma.MailerWhereUniqueInput;
        Where: Prisma.MailerWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "mails";
        ListRelations: "mails";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            mails: {
                Shape: Mail[];
                Name: "Mail";
                Nullable: false;
            };
        };
    };
    MailSetting: {
        Name: "MailSetting";
        Shape: MailSetting;
        Include: Prisma.MailSettingInclude;
        Select: Prisma.MailSettingSelect;
        OrderBy: Prisma.MailSettingOrderByWithRelationInput;
        WhereUnique: Prisma.MailSettingWhereUniqueInput;
        Where: Prisma.MailSettingWhereInput;
        Create: {};
        Update: {};
        RelationName: "store";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
        };
    };
    Mail: {
        Name: "Mail";
        Shape: Mail;
        Include: Prisma.MailInclude;
        Select: Prisma.MailSelect;
        OrderBy: Prisma.MailOrderByWithRelationInput;
        WhereUnique: Prisma.MailWhereUniqueInput;
        Where: Prisma.MailWhereInput;
        Create: {};
        Update: {};
        RelationName: "mailer";
        ListRelations: never;
        Relations: {
            mailer: {
                Shape: Mailer;
                Name: "Mailer";
                Nullable: false;
            };
        };
    };
    Webhook: {
        Name: "Webhook";
        Shape: Webhook;
        Include: Prisma.WebhookInclude;
        Select: Prisma.WebhookSelect;
        OrderBy: Prisma.WebhookOrderByWithRelationInput;
        WhereUnique: Prisma.WebhookWhereUniqueInput;
        Where: Prisma.WebhookWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "deliveries";
        ListRelations: "deliveries";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            deliveries: {
                Shape: WebhookDelivery[];
                Name: "WebhookDelivery";
                Nullable: false;
            };
        };
    };
    WebhookDelivery: {
        Name: "WebhookDelivery";
        Shape: WebhookDelivery;
        Include: Prisma.WebhookDeliveryInclude;
        Select: Prisma.WebhookDeliverySelect;
        OrderBy: Prisma.WebhookDeliveryOrderByWithRelationInput;
        WhereUnique: Prisma.WebhookDeliveryWhereUniqueInput;
        Where: Prisma.WebhookDeliveryWhereInput;
        Create: {};
        Update: {};
        RelationName: "webhook";
        ListRelations: never;
        Relations: {
            webhook: {
                Shape: Webhook;
                Name: "Webhook";
                Nullable: false;
            };
        };
    };
    AccountLink: {
        Name: "AccountLink";
        Shape: AccountLink;
        Include: Prisma.AccountLinkInclude;
        Select: Prisma.AccountLinkSelect;
        OrderBy: Prisma.AccountLinkOrderByWithRelationInput;
        WhereUnique: Prisma.AccountLinkWhereUniqueInput;
        Where: Prisma.AccountLinkWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "withdrawal";
        ListRelations: never;
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            withdrawal: {
                Shape: Withdrawal | null;
                Name: "Withdrawal";
                Nullable: true;
            };
        };
    };
    AccountSession: {
        Name: "AccountSession";
        Shape: AccountSession;
        Include: Prisma.AccountSessionInclude;
        Select: Prisma.AccountSessionSelect;
        OrderBy: Prisma.AccountSessionOrderByWithRelationInput;
        WhereUnique: Prisma.AccountSessionWhereUniqueInput;
        Where: Prisma.AccountSessionWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer";
        ListRelations: never;
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
        };
    };
    Withdrawal: {
        Name: "Withdrawal";
        Shape: Withdrawal;
        Include: Prisma.WithdrawalInclude;
        Select: Prisma.WithdrawalSelect;
        OrderBy: Prisma.WithdrawalOrderByWithRelationInput;
        WhereUnique: Prisma.WithdrawalWhereUniqueInput;
        Where: Prisma.WithdrawalWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "links";
        ListRelations: "links";
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            links: {
                Shape: AccountLink[];
                Name: "AccountLink";
                Nullable: false;
            };
        };
    };
    Consent: {
        Name: "Consent";
        Shape: Consent;
        Include: Prisma.ConsentInclude;
        Select: Prisma.ConsentSelect;
        OrderBy: Prisma.ConsentOrderByWithRelationInput;
        WhereUnique: Prisma.ConsentWhereUniqueInput;
        Where: Prisma.ConsentWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer";
        ListRelations: never;
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
        };
    };
    CancellationReason: {
        Name: "CancellationReason";
        Shape: CancellationReason;
        Include: Prisma.CancellationReasonInclude;
        Select: Prisma.CancellationReasonSelect;
        OrderBy: Prisma.CancellationReasonOrderByWithRelationInput;
        WhereUnique: Prisma.CancellationReasonWhereUniqueInput;
        Where: Prisma.CancellationReasonWhereInput;
        Create: {};
        Update: {};
        RelationName: "store" | "coupon";
        ListRelations: never;
        Relations: {
            store: {
                Shape: Store;
                Name: "Store";
                Nullable: false;
            };
            coupon: {
                Shape: Coupon | null;
                Name: "Coupon";
                Nullable: true;
            };
        };
    };
    CancelOffer: {
        Name: "CancelOffer";
        Shape: CancelOffer;
        Include: Prisma.CancelOfferInclude;
        Select: Prisma.CancelOfferSelect;
        OrderBy: Prisma.CancelOfferOrderByWithRelationInput;
        WhereUnique: Prisma.CancelOfferWhereUniqueInput;
        Where: Prisma.CancelOfferWhereInput;
        Create: {};
        Update: {};
        RelationName: "customer" | "subscription" | "coupon";
        ListRelations: never;
        Relations: {
            customer: {
                Shape: Customer;
                Name: "Customer";
                Nullable: false;
            };
            subscription: {
                Shape: Subscription;
                Name: "Subscription";
                Nullable: false;
            };
            coupon: {
                Shape: Coupon | null;
                Name: "Coupon";
                Nullable: true;
            };
        };
    };
    SearchEntry: {
        Name: "SearchEntry";
        Shape: SearchEntry;
        Include: never;
        Select: Prisma.SearchEntrySelect;
        OrderBy: Prisma.SearchEntryOrderByWithRelationInput;
        WhereUnique: Prisma.SearchEntryWhereUniqueInput;
        Where: Prisma.SearchEntryWhereInput;
        Create: {};
        Update: {};
        RelationName: never;
        ListRelations: never;
        Relations: {};
    };
}
export function getDatamodel(): PothosPrismaDatamodel { return JSON.parse("{\"datamodel\":{\"models\":{\"Store\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":true,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the store.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the shop.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"host\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":true,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Host name of the shop's own site; the Store API answers for the shop whose host was asked.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"currency\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"ISO 4217 code of the currency all the store's amounts are in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"timeZone\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"IANA name of the time zone of the shop, for programs that show its times; those of the interface are in UTC.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"pageBase\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Number of the first page of a list on REST, 0 or 1; the server's own setting unless the store has chosen.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the store was opened.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"retryDays\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When a renewal that failed is tried again, in days since it first failed.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"cancelsPastDue\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether a subscription that is past due for thirty days is cancelled; else it stays past due.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"chargeOnNewCard\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether a new payment method of a customer is charged at once for subscriptions that are past due.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"keepsDisputedRenewals\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether subscriptions of a disputed order go on renewing; else they stop.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"renewalNoticeDays\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many days before a renewal by itself it is announced by an event; null or 0 for no announcement.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"expiriesLookedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The day on which it was last looked for payment methods that run out.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"abandonedAfterHours\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many hours after its last change an open cart counts as abandoned, which an event tells; null or 0 for never.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"customersMay\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The writes that the store opens to its customers, such as `cancel`; none unless it lists them.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"visitorCheckout\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether visitors, who have no account, may fill carts and check them out.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"locale\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The language of its customers who have none of their own, such as `de` or `en-GB`.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"brandColour\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The colour of the head and the buttons of its mails and pages, as `#rrggbb`; null for what all have.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"mailSender\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The name that its mails are from; null for that of the shop.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"replyTo\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address that answers to its mails go to; null for the one that they are from.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"mailFooter\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The lines at the end of its mails; null for the company and its address.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"giftMailWithParcel\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the mail to the recipient of a gift waits for the first parcel; else it is sent once the order is paid.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"accountUrl\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address of the page on which its customers look after what they have, from which links in mails are built: `https://shop.example/account`. Null where it has none.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"withdrawalCountries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Countries, by their codes, whose customers are shown the forms that withdraw from a contract and cancel one without signing in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"legalName\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the company behind the shop, if the store has given one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"address\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Address of the company, as it stands on paper, if the store has given one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"taxId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Tax number of the company, as it stands on invoices, if the store has given one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"invoicePrefix\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The beginning of the numbers of its invoices, such as `INV-`.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"invoicesFrom\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"From when on what is paid has an invoice; null where the store makes none.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway that charges its new payment methods, by its name: `sandbox` or `stripe`.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"gatewayIsLive\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether its account at that gateway moves real money; with test keys orders are tests.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"pricesIncludeTax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether prices contain the tax; else it is added to them. It stays once the store has a tax rate.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"dispatchCountry\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The country that parcels are sent from, an ISO 3166 two-letter code; it decides how a sale is taxed, and stays once the store has a tax rate.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"shippingTaxClass\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The tax class whose rates shipping takes; null for those of the line that is shipped.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"taxExemptText\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why the store charges no tax, as it stands on invoices; null where it charges tax.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"keepsGross\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether prices that contain tax stay as they are where a sale is untaxed; else the tax of the dispatch country is taken out.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"untaxedWithNumber\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Countries whose customers with a valid tax number owe the tax themselves; in the EU the rules of the EU hold instead.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"hasTestClock\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether its clock is one for tests, which can be moved and then stands still. Chosen when the store is made, for good.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"clockNow\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where its test clock stands; null while it runs with real time.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"clockTarget\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where its test clock is being moved to; null unless it is.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isFilledIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the movements of all its subscriptions are there, those of before they were recorded too.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"filledInAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the movements of before were filled in; null where all were recorded.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"exactSince\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"From when on its figures are exact; null where they are from its beginning.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customers\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"products\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"ProductBilling\",\"kind\":\"object\",\"name\":\"billings\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductBillingToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"MerchantKey\",\"kind\":\"object\",\"name\":\"merchantKeys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MerchantKeyToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Staff\",\"kind\":\"object\",\"name\":\"staff\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StaffToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"StaffTry\",\"kind\":\"object\",\"name\":\"staffTries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StaffTryToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"AllowedOrigin\",\"kind\":\"object\",\"name\":\"allowedOrigins\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AllowedOriginToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Webhook\",\"kind\":\"object\",\"name\":\"webhooks\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToWebhook\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Mailer\",\"kind\":\"object\",\"name\":\"mailer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MailerToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CancellationReason\",\"kind\":\"object\",\"name\":\"cancellationReasons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancellationReasonToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Withdrawal\",\"kind\":\"object\",\"name\":\"withdrawals\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToWithdrawal\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"MailSetting\",\"kind\":\"object\",\"name\":\"mailSettings\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MailSettingToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"TaxRate\",\"kind\":\"object\",\"name\":\"taxRates\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToTaxRate\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"ShippingZone\",\"kind\":\"object\",\"name\":\"shippingZones\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ShippingZoneToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Tombstone\",\"kind\":\"object\",\"name\":\"tombstones\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToTombstone\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"MovementRollUp\",\"kind\":\"object\",\"name\":\"movementRollUp\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MovementRollUpToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"MovementMonth\",\"kind\":\"object\",\"name\":\"movementMonths\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MovementMonthToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"GatewayAccount\",\"kind\":\"object\",\"name\":\"gatewayAccounts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"GatewayAccountToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"GatewayNotice\",\"kind\":\"object\",\"name\":\"gatewayNotices\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"GatewayNoticeToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"GatewayDispute\",\"kind\":\"object\",\"name\":\"gatewayDisputes\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"GatewayDisputeToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"InvoiceSeries\",\"kind\":\"object\",\"name\":\"invoiceSeries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InvoiceSeriesToStore\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":null,\"uniqueIndexes\":[],\"documentation\":\"A shop: the tenant that everything else belongs to.\"},\"GatewayAccount\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway, by its name (src/payments/open.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"publishableKey\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The key that pages of the shop show.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isLive\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether its keys move real money.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"secrets\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its secrets, sealed for this store and gateway (src/values/sealed.ts).\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"disputesListedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its disputes were last listed.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"GatewayAccountToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"gateway\"]},\"uniqueIndexes\":[],\"documentation\":\"The account of a store at a payment gateway.\"},\"GatewayNotice\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway, by its name (src/payments/open.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"type\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's type of it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Our reference of its subject.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"receivedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"GatewayNoticeToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"gateway\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A notice of a payment gateway about a payment or a refund; each is taken once (src/purchases/payment/notices.ts).\"},\"GatewaySetup\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Our reference of it at the gateway.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway, by its name (src/payments/open.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"setup\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of it; null until it is opened.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"state\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is open, done or expired.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"dueAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it is next looked at; null when it is over.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToGatewaySetup\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"reference\"]},\"uniqueIndexes\":[],\"documentation\":\"A page of a payment gateway on which a customer enters a card (src/payments/setups.ts).\"},\"GatewayCustomer\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway, by its name (src/payments/open.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gatewayCustomer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of the customer.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToGatewayCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"customerId\",\"gateway\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"gateway\",\"gatewayCustomer\"]}],\"documentation\":\"A customer as a payment gateway knows them: one there for each here, and none for two.\"},\"MerchantKey\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the key.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store the key opens.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The purpose of the key, in the store's own words.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"clientId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":true,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The public half of the credential.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"secretHash\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Hash of the secret half, in hexadecimal (src/auth/secret.ts); the secret itself is shown once and never stored.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"previousSecretHash\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Hash of the secret before the last rotation, as long as that one may still work.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"previousWorksUntil\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Until when the secret before the last rotation works.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"scopes\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The scopes of the key: `read_<resource>`, `write_<resource>`, `admin` for the store's keys, or `*` for all.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the key was made.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"rotatedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the secret was last replaced by a new one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"revokedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the key was withdrawn.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"staffId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The person of the staff who made it; null where a key or an operator did.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MerchantKeyToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"Staff\",\"kind\":\"object\",\"name\":\"staff\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MerchantKeyToStaff\",\"relationFromFields\":[\"storeId\",\"staffId\"],\"isUpdatedAt\":false,\"documentation\":\"The person of the staff who made it; null where a key or an operator did.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A credential of an integration: a client id and a secret, of which only a hash is kept.\"},\"Staff\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the person in the store.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that the person works for.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the person; empty until an invitation is accepted.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"email\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"E-mail address, in any case; empty of a redacted person.\"},{\"type\":\"StaffRole\",\"kind\":\"enum\",\"name\":\"role\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The role of the person.\"},{\"type\":\"StaffStatus\",\"kind\":\"enum\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the person may sign in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"passwordHash\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Hash of the password (src/auth/password.ts); null while there is none.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"totpSecret\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Secret of the authenticator app, sealed for this person (src/values/sealed.ts).\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"totpConfirmedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Since when signing in takes a code of an authenticator app too.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totpStep\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The half minute since 1970 whose code was used last.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"recoveryHashes\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"SHA-256 of each recovery code that is not used, in hexadecimal.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"invitationHash\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"SHA-256 of the token of the invitation, in hexadecimal, until it is used.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"invitationExpiresAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Until when the invitation can be accepted.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the person was invited first.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"acceptedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the person accepted the invitation.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"signedInAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the person last signed in.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"removedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the person was removed.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"redactedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When name and e-mail address of a removed person were deleted.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StaffToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"StaffSession\",\"kind\":\"object\",\"name\":\"sessions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StaffToStaffSession\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The sessions of the person, the ended ones for 30 days.\"},{\"type\":\"MerchantKey\",\"kind\":\"object\",\"name\":\"keys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MerchantKeyToStaff\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The merchant keys that the person made.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A person of the staff of a store, who signs in to the Desk.\"},\"StaffSession\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the session.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that it opens.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"staffId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The person who signed in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tokenHash\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"SHA-256 of the token in the cookie, in hexadecimal.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the person signed in.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"expiresAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it ends by itself.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"endedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was ended before that.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"address\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The network address that the person signed in from.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"userAgent\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The browser, as it names itself.\"},{\"type\":\"Staff\",\"kind\":\"object\",\"name\":\"staff\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StaffToStaffSession\",\"relationFromFields\":[\"storeId\",\"staffId\"],\"isUpdatedAt\":false,\"documentation\":\"The person who signed in.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"tokenHash\"]}],\"documentation\":\"A session of a person of the staff in a browser.\"},\"StaffTry\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"account\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"SHA-256 of the e-mail address that was given, in hexadecimal; there need be no account.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"address\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The network address, or empty for all.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"since\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the first of these tries was.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"tries\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StaffTryToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"account\",\"address\"]},\"uniqueIndexes\":[],\"documentation\":\"Wrong tries to sign in, of an account from an address, or of an account from all (src/auth/sign-in-tries.ts).\"},\"TaxRate\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the rate.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that charges it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the tax, as it stands on invoices.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"country\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The country that goods are sent to, an ISO 3166 two-letter code.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"region\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The state or region of the country, as addresses spell it; empty for the whole country.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"taxClass\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The tax class of the products that it applies to.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"rate\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The rate in thousandths of a percent: 19000 is 19%.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"taxesShipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it applies to shipping too.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"validFrom\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"From when it applies, by when an order is placed.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; an archived one applies to no order.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToTaxRate\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A rate of tax of a store. The rates that apply to a line add up; of those of one name the one that began to hold last applies.\"},\"ShippingZone\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the zone.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that sends to it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's name for it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"country\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The country, an ISO 3166 two-letter code; null for every country.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"region\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The state or region of the country, as addresses spell it; empty for the whole country.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"postcode\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The beginning of its postcodes, in upper case and without blanks; empty for all of them.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"basis\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether its bands are of a parcel's `weight` or of the `price` of an order.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"freeFrom\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The price of an order, less its discounts, from which shipping is free; null for never.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; nothing is sent to an archived one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ShippingZoneToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"ShippingBand\",\"kind\":\"object\",\"name\":\"bands\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ShippingBandToShippingZone\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The prices of its bands.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A zone that goods are sent to by weight: a country, or every one, with a region and the beginning of a postcode.\"},\"ShippingBand\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the band.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that it is of.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"zoneId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The zone that it is of.\"},{\"type\":\"Float\",\"kind\":\"scalar\",\"name\":\"atLeast\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The smallest weight in ounces, or the smallest price, that it is for.\"},{\"type\":\"Float\",\"kind\":\"scalar\",\"name\":\"below\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The weight or the price that it is no longer for; null for no end.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"price\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The price of each parcel.\"},{\"type\":\"ShippingZone\",\"kind\":\"object\",\"name\":\"zone\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ShippingBandToShippingZone\",\"relationFromFields\":[\"storeId\",\"zoneId\"],\"isUpdatedAt\":false,\"documentation\":\"The zone that it is of.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A band of a shipping zone: the price of a parcel whose weight, or of an order whose price, lies in it.\"},\"AllowedOrigin\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the allowed origin.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose answers it may read.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"origin\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Scheme, host and port as a browser sends them, such as `https://shop.example`.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was added.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AllowedOriginToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"origin\"]}],\"documentation\":\"A site whose scripts may read the store's answers in a browser; there is none unless it was added.\"},\"SigningKey\":{\"fields\":[{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":true,\"isUpdatedAt\":false,\"documentation\":\"Names the key inside a token.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"secret\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"256 random bits, in base64url.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the key was made.\"}],\"primaryKey\":null,\"uniqueIndexes\":[],\"documentation\":\"A key that customer tokens are signed with; the newest one signs, all of them verify.\"},\"Customer\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the customer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store the customer buys in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"externalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The identifier that another system knows it by. In a store it belongs to one record of a kind, also once that is archived.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"firstName\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Given name.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"lastName\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Family name.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Given and family name together.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"email\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"E-mail address, as the customer wrote it. It is matched in any case, and in a store it is one customer's alone.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"emailKey\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address as it is matched, its ASCII letters in lower case; kept by the database.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"emailRepetition\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"0; for customers who shared an address before addresses were unique, how many had it before them. Kept by the database.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"country\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Country the customer lives in, an ISO 3166 two-letter code.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"location\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Town and region, for people to read.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"numOrders\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many orders the customer has placed, without those that closed unpaid.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"numSubscriptions\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many subscriptions the customer has had.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"countedSubscriptions\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many of the customer's subscriptions count in figures, are paused, and are paid for.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"pausedSubscriptions\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"payingSubscriptions\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"countedRuns\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often the first of them began to count while none did.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"countedSince\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Since when the customer has one that counts or is paused.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"hasMovements\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the movements of the customer's subscriptions are recorded from their beginning.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"credit\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sum of the customer's credit entries: what is owed to the customer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalRevenue\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sum that the customer has paid so far, refunds taken off.\"},{\"type\":\"CustomerSubscriptionStatus\",\"kind\":\"enum\",\"name\":\"subscriptionStatus\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The best state among the customer's subscriptions.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"taxId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer's tax number, without blanks.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"taxIdCountry\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The country that gave the tax number, an ISO 3166 two-letter code.\"},{\"type\":\"TaxIdStatus\",\"kind\":\"enum\",\"name\":\"taxIdStatus\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the tax number was found to be valid; only a valid one counts. Null without a number.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"taxIdCheckedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the tax number was checked.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"taxIdAnswer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The answer of the check, such as its reference.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"mailRefusedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When a mail was refused since there is no such address; it gets none until it changes.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"mailRefusedBecause\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The words of the server that refused it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"locale\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer's language, such as `de` or `en-GB`; null for the store's.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"storeSettings\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Settings the store keeps for the customer, if any.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the customer was first seen.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"lastOrderAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When an order was last asked for or made, to the millisecond; the minute before the next one counts from here.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the customer was archived; an archived one buys nothing, and what was bought stays readable.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"Address\",\"kind\":\"object\",\"name\":\"addresses\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Where the customer has things sent.\"},{\"type\":\"PaymentMethod\",\"kind\":\"object\",\"name\":\"paymentMethods\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToPaymentMethod\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"How the customer pays.\"},{\"type\":\"GatewayCustomer\",\"kind\":\"object\",\"name\":\"gatewayCustomers\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToGatewayCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"GatewaySetup\",\"kind\":\"object\",\"name\":\"gatewaySetups\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToGatewaySetup\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Metadata\",\"kind\":\"object\",\"name\":\"metadata\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToMetadata\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Free-form keys and values kept on the customer.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscriptions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The customer's subscriptions.\"},{\"type\":\"SubscriptionMovement\",\"kind\":\"object\",\"name\":\"subscriptionMovements\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToSubscriptionMovement\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"orders\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The customer's orders.\"},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"carts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The customer's carts that reached checkout.\"},{\"type\":\"Shipment\",\"kind\":\"object\",\"name\":\"shipments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToShipment\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Parcels to the customer.\"},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"payments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToPayment\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CouponUse\",\"kind\":\"object\",\"name\":\"couponUses\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponUseToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Invoice\",\"kind\":\"object\",\"name\":\"invoices\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToInvoice\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CreditEntry\",\"kind\":\"object\",\"name\":\"creditEntries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The changes of the customer's credit.\"},{\"type\":\"AccountLink\",\"kind\":\"object\",\"name\":\"accountLinks\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AccountLinkToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"AccountSession\",\"kind\":\"object\",\"name\":\"accountSessions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AccountSessionToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Consent\",\"kind\":\"object\",\"name\":\"consents\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ConsentToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CancelOffer\",\"kind\":\"object\",\"name\":\"cancelOffers\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancelOfferToCustomer\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tags\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags, in the spelling that each was given in first, in the order of their letters.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tagKeys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags as they are compared: letters without accents, in lower case.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"internalNote\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"A note for the staff, which no customer sees.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A customer of the store.\"},\"Address\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the address.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store the address is kept in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"externalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The identifier that another system knows it by. In a store it belongs to one record of a kind, also once that is archived.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whose address it is.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"to\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name on the parcel.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"company\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Company, empty when there is none.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"street\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Street and number.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"unit\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Flat, floor or suite, empty when there is none.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"city\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Town.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"state\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"State or region.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"zipCode\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Postal code.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"country\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"ISO 3166 two-letter code.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"phoneNumber\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Telephone number for the carrier, empty when there is none.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"icon\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the icon a dashboard shows beside the address.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Result of the address check: 0 unchecked, 1 verified, 2 doubtful.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"statusMessage\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The result of the address check, if there was one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"frozenKey\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Hash of the content of a frozen address: the copy that orders and sent parcels refer to. Null for an address in use.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; it can be chosen no more.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"Whose address it is.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscriptions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions sent to this address.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"orders\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Orders sent to this address.\"},{\"type\":\"Shipment\",\"kind\":\"object\",\"name\":\"shipments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToShipment\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Parcels to this address.\"},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"carts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToCart\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"billedOrders\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"billed\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Orders billed to this address.\"},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"billedCarts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"billed\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Carts billed to this address.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"customerId\",\"frozenKey\"]}],\"documentation\":\"A postal address of a customer.\"},\"PaymentMethod\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the payment method.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store the method is kept in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whose method it is.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gatewayToken\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway's id of the method; never shown.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway that made the method and charges it, by its name (src/payments/open.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gatewayCustomer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway's id of the customer, to which the method belongs there; null where the gateway knows none, as the sandbox.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"brand\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Brand of the card.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"last4\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Last four digits of the card.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"expMonth\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Month the card runs out, 1 to 12.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"expYear\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Year the card runs out.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isDefault\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is charged where no other method is named; at most one of a customer's is.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"enteredByVisitor\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether a visitor entered it at checkout under the address of the customer, who may be another person: it pays what it was entered for, and nothing else.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the method was stored.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was removed; it is charged no more, and what was paid with it keeps it.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"expiryNoticedFor\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The time at which it runs out that was announced last.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToPaymentMethod\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"Whose method it is.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscriptions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"PaymentMethodToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions charged to this method.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"backupOf\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"BackupOf\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions whose renewal is tried with this method once another one was declined.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"orders\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToPaymentMethod\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Orders charged to this method.\"},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"payments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"PaymentToPaymentMethod\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A stored way to pay; the card itself stays with the payment gateway.\"},\"Metadata\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the record.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store the record belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer it is kept on, if a customer's.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription it is kept on, if a subscription's.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cartId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The cart it is kept on, if a cart's.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it is kept on, if an order's.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product it is kept on, if a product's.\"},{\"type\":\"OwnerType\",\"kind\":\"enum\",\"name\":\"ownerType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Which of these it is kept on; kept by the database.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"ownerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The record it is kept on; kept by the database.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"data\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The keys and values.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the record was made.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the record last changed.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToMetadata\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"The customer it is kept on, if a customer's.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToSubscription\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription it is kept on, if a subscription's.\"},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"cart\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToMetadata\",\"relationFromFields\":[\"storeId\",\"cartId\"],\"isUpdatedAt\":false,\"documentation\":\"The cart it is kept on, if a cart's.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order it is kept on, if an order's.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToProduct\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product it is kept on, if a product's.\"},{\"type\":\"MetadataEntry\",\"kind\":\"object\",\"name\":\"entries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToMetadataEntry\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"customerId\"]},{\"name\":null,\"fields\":[\"storeId\",\"subscriptionId\"]},{\"name\":null,\"fields\":[\"storeId\",\"cartId\"]},{\"name\":null,\"fields\":[\"storeId\",\"orderId\"]},{\"name\":null,\"fields\":[\"storeId\",\"productId\"]},{\"name\":null,\"fields\":[\"storeId\",\"ownerType\",\"ownerId\"]}],\"documentation\":\"Free-form keys and values kept on one customer, subscription, cart, order or product.\"},\"MetadataEntry\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"OwnerType\",\"kind\":\"enum\",\"name\":\"ownerType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The kind of record that the metadata is kept on.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"ownerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The record it is kept on.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"path\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The key, or the dotted path to a value inside nested objects.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"text\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The value as it is spelled; null for an object or array.\"},{\"type\":\"Float\",\"kind\":\"scalar\",\"name\":\"number\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The value as a number, when it is one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"time\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The value as a time, when it is one.\"},{\"type\":\"Metadata\",\"kind\":\"object\",\"name\":\"metadata\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToMetadataEntry\",\"relationFromFields\":[\"storeId\",\"ownerType\",\"ownerId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"ownerType\",\"ownerId\",\"path\"]},\"uniqueIndexes\":[],\"documentation\":\"One value inside a metadata record, laid out so that `_md.` filters can use an index.\"},\"Product\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the product.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that sells it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"externalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The identifier that another system knows it by. In a store it belongs to one record of a kind, also once that is archived.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the product.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"description\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Text shown on the product's page.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"slug\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Last part of the address of the product's page.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"sku\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Stock keeping unit of the product as a whole.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"deleted\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the product has been taken out of the catalogue for good.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"giftable\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the shop offers it as a gift.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"hasSubscribers\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether anybody subscribes to it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"listed\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it appears in the shop's lists.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"reviewable\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether customers may review it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"singlePurchasable\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it can be bought once. A product that has terms can be bought by subscription, be this true or false.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"visible\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether customers can see it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"flatShipPrice\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Shipping price when it is sent at a flat rate.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"giftShipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Shipping price when it is sent as a gift.\"},{\"type\":\"Float\",\"kind\":\"scalar\",\"name\":\"shipWeight\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Weight for shipping, in ounces.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"shipOption\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How shipping is priced: `flat`, `weight` or `free`.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productBillingId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The rhythm it is billed in when it is subscribed to.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"meta\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Settings of the product's page.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"rulesets\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Sets of purchase rules that hold for the product.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"ruletypes\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Kinds of purchase rules that hold for the product.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"taxClass\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The tax class, whose rates apply to it.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"taxonomy\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product's places in the shop's catalogue tree.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"ProductBilling\",\"kind\":\"object\",\"name\":\"billing\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductBilling\",\"relationFromFields\":[\"storeId\",\"productBillingId\"],\"isUpdatedAt\":false,\"documentation\":\"The rhythm it is billed in when it is subscribed to.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instances\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductInstance\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The instances it is sold in.\"},{\"type\":\"ProductImage\",\"kind\":\"object\",\"name\":\"images\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductImage\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Pictures of it.\"},{\"type\":\"ProductVariantType\",\"kind\":\"object\",\"name\":\"variants\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductVariantType\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The properties in which its instances differ, such as size or colour.\"},{\"type\":\"SubscriptionType\",\"kind\":\"object\",\"name\":\"subscriptionTypes\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToSubscriptionType\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The kinds of subscription it is sold by.\"},{\"type\":\"ProductTermPrice\",\"kind\":\"object\",\"name\":\"termPrices\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductTermPrice\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"ProductInventory\",\"kind\":\"object\",\"name\":\"inventory\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductInventory\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Stock records of its instances.\"},{\"type\":\"ProductSurvey\",\"kind\":\"object\",\"name\":\"surveys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductSurvey\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Questionnaires for its subscribers.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscriptions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions to it.\"},{\"type\":\"SubscriptionMovement\",\"kind\":\"object\",\"name\":\"subscriptionMovements\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToSubscriptionMovement\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"OrderProduct\",\"kind\":\"object\",\"name\":\"orderProducts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToProduct\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CouponProduct\",\"kind\":\"object\",\"name\":\"coupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponProductToProduct\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Metadata\",\"kind\":\"object\",\"name\":\"metadata\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToProduct\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Free-form keys and values kept on it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tags\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags, in the spelling that each was given in first, in the order of their letters.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tagKeys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags as they are compared: letters without accents, in lower case.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"internalNote\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"A note for the staff, which no customer sees.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"Something the store sells, once or by subscription.\"},\"ProductBilling\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the billing rhythm.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that uses it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"rebillDay\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Day of the month renewals are billed on; 0 for the day the subscription began.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"rebillMonths\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Months from one renewal to the next.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"rebillWeeks\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Weeks from one renewal to the next, where the rhythm is weekly.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"rebillWindow\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Days during which a late renewal is tried again.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductBillingToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"products\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductBilling\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Products billed in this rhythm.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscriptions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductBillingToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions billed in this rhythm.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"The rhythm a subscription is billed in.\"},\"SubscriptionType\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the kind.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that sells it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product it belongs to.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the kind.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"description\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Text shown beside it.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; it can no longer be chosen; subscriptions that have it keep it.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToSubscriptionType\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product it belongs to.\"},{\"type\":\"SubscriptionTypeTerm\",\"kind\":\"object\",\"name\":\"terms\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionTypeToSubscriptionTypeTerm\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The terms it can be bought for.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A kind of subscription a product is sold by.\"},\"SubscriptionTypeTerm\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the term.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that sells it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionTypeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The kind of subscription it belongs to.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the term.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"description\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Text shown beside it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"enabled\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it can be bought today.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"numCycles\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many billing cycles one payment covers.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; it can no longer be chosen; subscriptions that have it keep it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"gift\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is sold as a gift.\"},{\"type\":\"SubscriptionType\",\"kind\":\"object\",\"name\":\"subscriptionType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionTypeToSubscriptionTypeTerm\",\"relationFromFields\":[\"storeId\",\"subscriptionTypeId\"],\"isUpdatedAt\":false,\"documentation\":\"The kind of subscription it belongs to.\"},{\"type\":\"ProductTermPrice\",\"kind\":\"object\",\"name\":\"termPrices\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductTermPriceToSubscriptionTypeTerm\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its prices, product by product.\"},{\"type\":\"ProductInstanceSubscriptionTypeTermPrice\",\"kind\":\"object\",\"name\":\"instanceTermPrices\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceSubscriptionTypeTermPriceToSubscriptionTypeTerm\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its prices, instance by instance.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscriptions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionToSubscriptionTypeTerm\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions bought for this term.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"scheduledFor\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ScheduledTerm\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"OrderProduct\",\"kind\":\"object\",\"name\":\"orderProducts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToSubscriptionTypeTerm\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CartProduct\",\"kind\":\"object\",\"name\":\"cartProducts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartProductToSubscriptionTypeTerm\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"How long one payment for a subscription lasts.\"},\"ProductTermPrice\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the price.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that asks it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product priced.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"termId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The term priced.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"price\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of one payment for the term.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"gift\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is the price as a gift.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductTermPrice\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product priced.\"},{\"type\":\"SubscriptionTypeTerm\",\"kind\":\"object\",\"name\":\"term\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductTermPriceToSubscriptionTypeTerm\",\"relationFromFields\":[\"storeId\",\"termId\"],\"isUpdatedAt\":false,\"documentation\":\"The term priced.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"productId\",\"termId\",\"gift\"]}],\"documentation\":\"The price of a product for one term.\"},\"ProductInstance\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the instance.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that sells it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"externalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The identifier that another system knows it by. In a store it belongs to one record of a kind, also once that is archived.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product it is an instance of.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"price\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price when it is bought once.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"sku\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Stock keeping unit.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"deleted\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it has been taken out of the catalogue for good.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"gift\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is the instance that is given as a gift.\"},{\"type\":\"Float\",\"kind\":\"scalar\",\"name\":\"shipWeight\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Weight for shipping, in ounces.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductInstance\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product it is an instance of.\"},{\"type\":\"ProductImage\",\"kind\":\"object\",\"name\":\"images\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductImageToProductInstance\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Pictures of it.\"},{\"type\":\"ProductInventory\",\"kind\":\"object\",\"name\":\"inventory\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToProductInventory\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its stock record.\"},{\"type\":\"InventoryMovement\",\"kind\":\"object\",\"name\":\"inventoryMovements\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InventoryMovementToProductInstance\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The movements of its stock.\"},{\"type\":\"ProductInstanceSubscriptionTypeTermPrice\",\"kind\":\"object\",\"name\":\"termPrices\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToProductInstanceSubscriptionTypeTermPrice\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its price for each term.\"},{\"type\":\"ProductInstanceVariant\",\"kind\":\"object\",\"name\":\"variants\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToProductInstanceVariant\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its value of each property in which the product's instances differ.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscriptions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions to it.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"scheduledFor\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ScheduledInstance\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"OrderProduct\",\"kind\":\"object\",\"name\":\"orderProducts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToProductInstance\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CartProduct\",\"kind\":\"object\",\"name\":\"cartProducts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartProductToProductInstance\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Fulfillment\",\"kind\":\"object\",\"name\":\"fulfillments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToProductInstance\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"An instance of a product: the piece that is sold, such as a size in a colour.\"},\"ProductImage\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the picture.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product it shows.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance it shows.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productVariantValueId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The variant value it shows.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"url\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Address of the picture.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductImage\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product it shows.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductImageToProductInstance\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance it shows.\"},{\"type\":\"ProductVariantValue\",\"kind\":\"object\",\"name\":\"variantValue\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductImageToProductVariantValue\",\"relationFromFields\":[\"storeId\",\"productVariantValueId\"],\"isUpdatedAt\":false,\"documentation\":\"The variant value it shows.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A picture of a product, of one of its instances, or of one variant value.\"},\"ProductVariantType\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the variant type.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product whose instances differ in it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the difference.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"description\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Text shown beside it.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; it can no longer be chosen; instances that have it keep it.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductVariantType\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product whose instances differ in it.\"},{\"type\":\"ProductVariantValue\",\"kind\":\"object\",\"name\":\"values\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductVariantTypeToProductVariantValue\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The values it can take.\"},{\"type\":\"ProductInstanceVariant\",\"kind\":\"object\",\"name\":\"instanceVariants\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceVariantToProductVariantType\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A way in which the instances of a product differ, such as size or colour.\"},\"ProductVariantValue\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the value.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productVariantTypeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The variant type it is a value of.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"value\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The value, as customers read it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"description\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Text shown beside it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isDefault\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is chosen unless the customer chooses.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; it can no longer be chosen; instances that have it keep it.\"},{\"type\":\"ProductVariantType\",\"kind\":\"object\",\"name\":\"variantType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductVariantTypeToProductVariantValue\",\"relationFromFields\":[\"storeId\",\"productVariantTypeId\"],\"isUpdatedAt\":false,\"documentation\":\"The variant type it is a value of.\"},{\"type\":\"ProductImage\",\"kind\":\"object\",\"name\":\"images\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductImageToProductVariantValue\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Pictures of it.\"},{\"type\":\"ProductInstanceVariant\",\"kind\":\"object\",\"name\":\"instanceVariants\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceVariantToProductVariantValue\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"One value of a variant type, such as large or green.\"},\"ProductInstanceVariant\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the record.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance described.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productVariantTypeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The way in which instances differ.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productVariantValueId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The value of the instance for that property.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToProductInstanceVariant\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance described.\"},{\"type\":\"ProductVariantType\",\"kind\":\"object\",\"name\":\"variantType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceVariantToProductVariantType\",\"relationFromFields\":[\"storeId\",\"productVariantTypeId\"],\"isUpdatedAt\":false,\"documentation\":\"The way in which instances differ.\"},{\"type\":\"ProductVariantValue\",\"kind\":\"object\",\"name\":\"variantValue\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceVariantToProductVariantValue\",\"relationFromFields\":[\"storeId\",\"productVariantValueId\"],\"isUpdatedAt\":false,\"documentation\":\"The value of the instance for that property.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"productInstanceId\",\"productVariantTypeId\"]}],\"documentation\":\"The value of a product instance for one of the properties in which the instances differ.\"},\"ProductInstanceSubscriptionTypeTermPrice\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the price.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that asks it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance priced.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"termId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The term priced.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"price\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of one payment for the term.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToProductInstanceSubscriptionTypeTermPrice\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance priced.\"},{\"type\":\"SubscriptionTypeTerm\",\"kind\":\"object\",\"name\":\"term\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceSubscriptionTypeTermPriceToSubscriptionTypeTerm\",\"relationFromFields\":[\"storeId\",\"termId\"],\"isUpdatedAt\":false,\"documentation\":\"The term priced.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"productInstanceId\",\"termId\"]}],\"documentation\":\"The price of a product instance for one term.\"},\"ProductInventory\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the stock record.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose stock it is.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product counted.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance counted.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"confidence\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How sure the count is, from 1 to 10.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"quantityOnHand\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many are on the shelf.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"outOfStockPurchases\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it may be bought when none is on the shelf.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"trackInventory\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the count is kept at all.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"lowStockAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The count at which, or below which, it is low; 0 where it is null.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isLow\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the count is kept, and at `lowStockAt` or below: at 0 where that is null.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductInventory\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product counted.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToProductInventory\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance counted.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"productInstanceId\"]}],\"documentation\":\"The stock of an instance.\"},\"InventoryMovement\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the movement.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose stock it is.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance counted.\"},{\"type\":\"InventoryMovementKind\",\"kind\":\"enum\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How the count was moved.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"quantity\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many pieces were added; below 0 for those taken off.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"onHand\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many were on the shelf afterwards.\"},{\"type\":\"InventoryMovementCause\",\"kind\":\"enum\",\"name\":\"cause\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The kind of record that moved it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"causeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The record; the movement itself where it was adjusted or set by hand.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"turn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Counts the movements of one kind by one cause, from 1: a payment that is resumed takes its pieces again.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order that it was for, if it was for one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's reason.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was made.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InventoryMovementToProductInstance\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance counted.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InventoryMovementToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order that it was for, if it was for one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"cause\",\"causeId\",\"kind\",\"productInstanceId\",\"turn\"]}],\"documentation\":\"A movement of the count of a stock record, which is the sum of its movements.\"},\"Coupon\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the coupon.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that takes it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"externalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The identifier that another system knows it by. In a store it belongs to one record of a kind, also once that is archived.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"code\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code that the customer types. It is matched in any case, and in a store it is one coupon's alone.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"codeKey\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code as it is matched, its ASCII letters in lower case; kept by the database.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"codeRepetition\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"0; for coupons that shared a code in different cases before codes were matched in any, how many had it before. Kept by the database.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's name for it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"enabled\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it can be used today.\"},{\"type\":\"CouponDiscountType\",\"kind\":\"enum\",\"name\":\"discountType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it takes off a percentage, an amount or the shipping.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"discountValue\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The percentage (1 to 100) or the amount it takes off; 0 for free shipping.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"numRenewals\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many charges of a subscription it lowers; a checkout it is given at is the first. 0 counts as 1.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"forever\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it lowers every charge of a subscription; `numRenewals` is then 0, and nothing is counted down.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"maxUses\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it may be used in all; null for any number of times.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"maxUsesPerCustomer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often one customer may use it; null for any number of times.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"uses\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it was used: orders made with it, and subscriptions that it was put on.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"startsAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"From when it can be used; null for any time.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"endsAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"From when it can no longer be used; null for never.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"minSubTotal\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The smallest price of the products that it applies to, all of an order together, that it can be used for.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was made.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"CouponProduct\",\"kind\":\"object\",\"name\":\"products\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToCouponProduct\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"SubscriptionCoupon\",\"kind\":\"object\",\"name\":\"subscriptionCoupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToSubscriptionCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Subscriptions it is on.\"},{\"type\":\"CouponUse\",\"kind\":\"object\",\"name\":\"usesByCustomer\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToCouponUse\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"OrderCoupon\",\"kind\":\"object\",\"name\":\"orderCoupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToOrderCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CartCoupon\",\"kind\":\"object\",\"name\":\"cartCoupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartCouponToCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"},{\"type\":\"CancellationReason\",\"kind\":\"object\",\"name\":\"cancellationReasons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancellationReasonToCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CancelOffer\",\"kind\":\"object\",\"name\":\"cancelOffers\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancelOfferToCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"code\"]},{\"name\":null,\"fields\":[\"storeId\",\"codeKey\",\"codeRepetition\"]}],\"documentation\":\"A code that lowers the price of an order or a renewal.\"},\"CouponProduct\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupon\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToCouponProduct\",\"relationFromFields\":[\"storeId\",\"couponId\"],\"isUpdatedAt\":false},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponProductToProduct\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"couponId\",\"productId\"]},\"uniqueIndexes\":[],\"documentation\":\"A product a coupon is limited to; a coupon without any applies to every product.\"},\"CouponUse\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"uses\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupon\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToCouponUse\",\"relationFromFields\":[\"storeId\",\"couponId\"],\"isUpdatedAt\":false},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponUseToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"couponId\",\"customerId\"]},\"uniqueIndexes\":[],\"documentation\":\"How often a customer has used a coupon.\"},\"Subscription\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the subscription.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it is with.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"externalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The identifier that another system knows it by. In a store it belongs to one record of a kind, also once that is archived.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer who subscribes.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product subscribed to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance subscribed to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productBillingId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The rhythm it is billed in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"termId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The term each payment covers.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"addressId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where it is sent.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"paymentMethodId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment method that it is charged to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"backupPaymentMethodId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment method that a renewal is tried with once, after the other one was declined.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"autorenew\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it renews by itself at its end date; a gift never does.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"billingName\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its name on the customer's statement.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"credit\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Credit that lowers the next renewal.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"endDate\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the time paid for ends, and the next renewal is due.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was made to try things out.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isGift\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was given as a gift.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"quantity\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many each delivery holds.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"fixedPrice\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of one piece that was agreed for its renewals; null where they cost the price of the day.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changeDifference\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The difference that its last change for now was charged, below 0 where it became credit; null where it never changed so.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"scheduledTermId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The term that each payment covers from its next renewal on.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"scheduledProductInstanceId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance subscribed to from its next renewal on.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"scheduledQuantity\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many each delivery holds from its next renewal on.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"scheduledFixedPrice\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of one piece that was agreed for the renewals from the next one on; null where they cost the price of the day.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"note\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's note about it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"revenue\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sum of its payments so far, refunds taken off.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"skippedDate\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The renewal that is skipped, if one is.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"startDate\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it began.\"},{\"type\":\"SubscriptionStatus\",\"kind\":\"enum\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where it stands.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"cancelledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was cancelled, if it was.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"cancelReason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of the reason it was cancelled for, if one was given.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"anchorDay\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Day of the month its renewals fall on, where that is no longer the day it began.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"paymentUnderWay\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether a payment for it is with the gateway; until it is settled no other write may change the subject of the payment.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"lastFailedRenewal\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When a renewal last failed, if it is past due.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"pastDueAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Since when it is past due, if it is: when its renewal first failed.\"},{\"type\":\"PastDueReason\",\"kind\":\"enum\",\"name\":\"pastDueReason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why it is past due, if it is: how its renewal last failed.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"failedRenewals\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often its renewal has failed since it is past due.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"nextTryAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When a renewal that failed is tried again by itself; after the last try, when it is given up.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isHardDeclined\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether its payment method was declined for good since it is past due: it is not tried again before the renewal is given up.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"backupTriedFor\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The unpaid order that was tried with the backup payment method last.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"pageDueAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When a page of the gateway is to be opened on which its customer pays; null where its renewal does not want the customer.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"claimedUntil\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Until when a worker has it to itself.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"claimedFor\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The due date of the work that the worker has claimed; later work is not claimed by it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"unpaidOrderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order of the renewal that failed, which a later try pays; there is one as long as it is open and unpaid.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isCounted\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it counts in figures: paid for once, not a test, and active, past due and not given up, or cancelled with time left. Kept by the database.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"firstPaidAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its first order with an amount to pay was paid.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"paidOrders\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many of its orders with an amount to pay were paid.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"recurringPrice\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The recurring price of a term, by the last order that was paid: the price of its pieces, less coupons for ever and the tax in it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"recurringMonths\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many months the recurring price covers, beside its weeks.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"recurringWeeks\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many weeks the recurring price covers, beside its months.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"pausedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was paused, if it is.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"pausedUntil\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it resumes by itself, if it is paused until a time.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"renewalNoticedFor\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The end date whose renewal was announced last.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToSubscription\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"The customer who subscribes.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToSubscription\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product subscribed to.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductInstanceToSubscription\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance subscribed to.\"},{\"type\":\"ProductBilling\",\"kind\":\"object\",\"name\":\"billing\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductBillingToSubscription\",\"relationFromFields\":[\"storeId\",\"productBillingId\"],\"isUpdatedAt\":false,\"documentation\":\"The rhythm it is billed in.\"},{\"type\":\"SubscriptionTypeTerm\",\"kind\":\"object\",\"name\":\"term\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionToSubscriptionTypeTerm\",\"relationFromFields\":[\"storeId\",\"termId\"],\"isUpdatedAt\":false,\"documentation\":\"The term each payment covers.\"},{\"type\":\"SubscriptionTypeTerm\",\"kind\":\"object\",\"name\":\"scheduledTerm\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ScheduledTerm\",\"relationFromFields\":[\"storeId\",\"scheduledTermId\"],\"isUpdatedAt\":false,\"documentation\":\"The term that each payment covers from its next renewal on.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"scheduledInstance\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ScheduledInstance\",\"relationFromFields\":[\"storeId\",\"scheduledProductInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance subscribed to from its next renewal on.\"},{\"type\":\"Address\",\"kind\":\"object\",\"name\":\"address\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToSubscription\",\"relationFromFields\":[\"storeId\",\"addressId\"],\"isUpdatedAt\":false,\"documentation\":\"Where it is sent.\"},{\"type\":\"PaymentMethod\",\"kind\":\"object\",\"name\":\"paymentMethod\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"PaymentMethodToSubscription\",\"relationFromFields\":[\"storeId\",\"paymentMethodId\"],\"isUpdatedAt\":false,\"documentation\":\"The payment method that it is charged to.\"},{\"type\":\"PaymentMethod\",\"kind\":\"object\",\"name\":\"backupPaymentMethod\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"BackupOf\",\"relationFromFields\":[\"storeId\",\"backupPaymentMethodId\"],\"isUpdatedAt\":false,\"documentation\":\"The payment method that a renewal is tried with once, after the other one was declined.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"unpaidOrder\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"UnpaidRenewal\",\"relationFromFields\":[\"storeId\",\"unpaidOrderId\"],\"isUpdatedAt\":false},{\"type\":\"SubscriptionCoupon\",\"kind\":\"object\",\"name\":\"coupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionToSubscriptionCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Coupons put on it.\"},{\"type\":\"Metadata\",\"kind\":\"object\",\"name\":\"metadata\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Free-form keys and values kept on it.\"},{\"type\":\"OrderProduct\",\"kind\":\"object\",\"name\":\"orderProducts\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"SubscriptionMovement\",\"kind\":\"object\",\"name\":\"movements\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionToSubscriptionMovement\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its movements, as figures count them.\"},{\"type\":\"ProductSurveyResult\",\"kind\":\"object\",\"name\":\"surveyResults\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyResultToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its questionnaires as they were filled in.\"},{\"type\":\"Fulfillment\",\"kind\":\"object\",\"name\":\"fulfillments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its deliveries.\"},{\"type\":\"LogEntry\",\"kind\":\"object\",\"name\":\"logEntries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"LogEntryToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"payments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"PaymentToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tags\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags, in the spelling that each was given in first, in the order of their letters.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tagKeys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags as they are compared: letters without accents, in lower case.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"internalNote\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"A note for the staff, which no customer sees.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"},{\"type\":\"CancelOffer\",\"kind\":\"object\",\"name\":\"cancelOffer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancelOfferToSubscription\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"unpaidOrderId\"]}],\"documentation\":\"A customer's standing order for a product.\"},\"SubscriptionMovement\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the movement.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it is in.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"at\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was so.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"knownAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was known, by the time of the store.\"},{\"type\":\"SubscriptionMovementKind\",\"kind\":\"enum\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its meaning for the recurring revenue of the customer.\"},{\"type\":\"SubscriptionMovementOrigin\",\"kind\":\"enum\",\"name\":\"origin\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How it is known.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"requestId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The request that wrote it, as in the log; null where it was filled in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its customer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its product from here on.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isFirst\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is the first of its customer in its write, so that customers are counted by it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isGift\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was given as a gift.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"firstPaidAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its first order with an amount to pay was paid, if one was.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"since\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Since when the customer has a subscription that counts or is paused; of one that has none any more, since when it was so.\"},{\"type\":\"SubscriptionStatus\",\"kind\":\"enum\",\"name\":\"fromStatus\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its status before; null where it began.\"},{\"type\":\"SubscriptionStatus\",\"kind\":\"enum\",\"name\":\"toStatus\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its status from here on.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"fromCounted\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it counted before.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"toCounted\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it counts from here on.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"fromAutorenew\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was to renew by itself before.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"toAutorenew\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it renews by itself from here on.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"fromPrice\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its recurring price before.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"toPrice\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its recurring price from here on.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"fromMonths\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The months that the price before covered.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"toMonths\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The months that the price covers from here on.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"fromWeeks\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The weeks that the price before covered.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"toWeeks\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The weeks that the price covers from here on.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"fromProductId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its product before.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"fromInstanceId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its instance before.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"toInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its instance from here on.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"fromTermId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its term before.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"toTermId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its term from here on.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"fromCountry\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The country it was sent to before.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"toCountry\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The country it is sent to from here on: that of its address, else of its customer.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"countedBefore\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many subscriptions of the customer counted before the write.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"countedAfter\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many count after it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"pausedBefore\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many subscriptions of the customer were paused before the write.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"pausedAfter\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many are paused after it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"payingBefore\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many that counted had a recurring price before the write.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"payingAfter\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many have one after it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The first coupon that was put on it, if one was.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"cancelReason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of the reason it was cancelled for, if one was given.\"},{\"type\":\"PastDueReason\",\"kind\":\"enum\",\"name\":\"pastDueReason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why it is past due, if it is.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"failedTotal\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The total of the order that failed, if it is past due and there is one.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionToSubscriptionMovement\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToSubscriptionMovement\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"Its customer.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToSubscriptionMovement\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"Its product from here on.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A change of a subscription as figures count it: its status, plan, recurring amount or country, with the time when it was so and the time when\\nit was known. Movements are only added.\"},\"MovementRollUp\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":true,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"zone\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The time zone of its months.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"mark\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"All movements with a lower mark are in its months, and of this mark those with a lower id; none else is.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"movementId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MovementRollUpToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":null,\"uniqueIndexes\":[],\"documentation\":\"Up to where the movements of a store are added up by month; readers of figures take the rest from the movements.\"},\"MovementMonth\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The name of its lines in figures.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"month\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The start of the month.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The kind of movements, or of a count.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"key\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The key of the group; empty where there is none.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"months\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The months that a price covers.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"weeks\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The weeks that a price covers.\"},{\"type\":\"Decimal\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sum of recurring prices, or the count.\"},{\"type\":\"Decimal\",\"kind\":\"scalar\",\"name\":\"committed\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The part of subscriptions that renew by themselves.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MovementMonthToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"name\",\"month\",\"kind\",\"key\",\"months\",\"weeks\"]},\"uniqueIndexes\":[],\"documentation\":\"A sum of movements in a month.\"},\"SubscriptionCoupon\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the record.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription it is on.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The coupon.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"codeUsed\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code it was added by. It is matched in any case.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"codeUsedKey\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code as it is matched, its ASCII letters in lower case; kept by the database.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"enabled\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it still lowers renewals.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"numRenewals\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many charges it still lowers.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"forever\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it lowers every charge; `numRenewals` is then 0.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"holdsUse\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether adding it counted as a use of the coupon, and no charge was lowered since: removing it gives the use back.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"appliedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was used up by an order; from then on it can no longer be removed.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"unpaidOrderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The unpaid order it lowers; it is used when that is paid, and waits again when that is closed.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"SubscriptionToSubscriptionCoupon\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription it is on.\"},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupon\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToSubscriptionCoupon\",\"relationFromFields\":[\"storeId\",\"couponId\"],\"isUpdatedAt\":false,\"documentation\":\"The coupon.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"unpaidOrder\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToSubscriptionCoupon\",\"relationFromFields\":[\"storeId\",\"unpaidOrderId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A coupon that waits on a subscription for its next renewal or reactivation.\"},\"Cart\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the cart.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it is in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whose cart it is; null for a visitor's that has led to no order.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order checkout made of it.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"completed\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether checkout succeeded.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was made to try things out.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipPrice\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Shipping price.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"taxPrice\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Tax.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"taxRates\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The tax rates used, each with a name and a rate.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was begun.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"addressId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address that its order is sent to; the customer's first one unless it is given.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"billingAddressId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address of the bill, one of the customer's; null for one of its own, or the one where it is sent.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"billTo\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address of the bill where it is none of the customer's, until the cart is paid; else null.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"changedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its contents last changed; null for a cart that was never filled here.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"abandonedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was announced as abandoned, which happens once; null for one that was not.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"email\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The e-mail address of the visitor whose cart it is, until it is paid; null for a customer's.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"shipTo\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address that a visitor's cart is sent to, until it is paid; null for a customer's.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"Whose cart it is; none for a visitor's that has led to no order.\"},{\"type\":\"Address\",\"kind\":\"object\",\"name\":\"address\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToCart\",\"relationFromFields\":[\"storeId\",\"addressId\"],\"isUpdatedAt\":false,\"documentation\":\"The address that its order is sent to.\"},{\"type\":\"Address\",\"kind\":\"object\",\"name\":\"billingAddress\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"billed\",\"relationFromFields\":[\"storeId\",\"billingAddressId\"],\"isUpdatedAt\":false,\"documentation\":\"The address of the bill.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order checkout made of it.\"},{\"type\":\"CartProduct\",\"kind\":\"object\",\"name\":\"products\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToCartProduct\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The lines in it, in the order in which they were given.\"},{\"type\":\"CartCoupon\",\"kind\":\"object\",\"name\":\"coupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToCartCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The coupons that lower its price, in the order in which they come off.\"},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"payments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToPayment\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The payments of its checkouts.\"},{\"type\":\"Metadata\",\"kind\":\"object\",\"name\":\"metadata\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToMetadata\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Free-form keys and values kept on it.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"orderId\"]}],\"documentation\":\"The items that a customer gathered before checkout; seen only once it has an order.\"},\"CartProduct\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the line.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store the cart is in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cartId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The cart that it is in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance to be bought.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"termId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The term of the subscription that it begins; null for a product that is bought once.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"quantity\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many each delivery holds.\"},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"cart\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToCartProduct\",\"relationFromFields\":[\"storeId\",\"cartId\"],\"isUpdatedAt\":false,\"documentation\":\"The cart that it is in.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartProductToProductInstance\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance to be bought.\"},{\"type\":\"SubscriptionTypeTerm\",\"kind\":\"object\",\"name\":\"term\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartProductToSubscriptionTypeTerm\",\"relationFromFields\":[\"storeId\",\"termId\"],\"isUpdatedAt\":false,\"documentation\":\"The term of the subscription that it begins.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A line of a cart: an instance of a product, how many, and the term that it is bought for.\"},\"CartCoupon\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the coupon in the cart.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store the cart is in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cartId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The cart that it is in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The coupon.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"codeUsed\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code it was given by.\"},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"cart\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToCartCoupon\",\"relationFromFields\":[\"storeId\",\"cartId\"],\"isUpdatedAt\":false,\"documentation\":\"The cart that it is in.\"},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupon\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartCouponToCoupon\",\"relationFromFields\":[\"storeId\",\"couponId\"],\"isUpdatedAt\":false,\"documentation\":\"The coupon.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"cartId\",\"couponId\"]}],\"documentation\":\"A coupon given for a cart.\"},\"Order\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the order.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it was placed in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"externalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The identifier that another system knows it by. In a store it belongs to one record of a kind, also once that is archived.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer who bought.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"addressId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where it is sent: the address as it was when the order was placed. Nothing changes that one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"billingAddressId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address of the bill, as it was when the order was placed; null for the one where it is sent.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"paymentMethodId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment method that it was charged to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cardRefundedAmount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much went back to the card.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"creditApplied\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much was paid from the customer's credit.\"},{\"type\":\"OrderFinancialStatus\",\"kind\":\"enum\",\"name\":\"financialStatus\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The status of its payments and refunds.\"},{\"type\":\"OrderFulfillmentStatus\",\"kind\":\"enum\",\"name\":\"fulfillmentStatus\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much has been sent.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"giftCardDiscount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much was paid by gift card.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"giftMessage\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The text of the gift card, empty when the order is no gift.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"giftRecipientName\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the person the gift is for, empty when the order is no gift.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"giftRecipientEmail\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"E-mail address of the person the gift is for, empty when the order is no gift.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"giftRenewalNotif\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the giver is notified before the gift renews.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"grossShipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Shipping before discounts.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isGift\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the order is a gift.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isRenewal\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether a renewal made the order.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was made to try things out.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"note\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's note about it.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"placedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was placed.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"paidAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was paid, if it was.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"proratedCharge\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The charge for part of a term, if there was one.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"receivedGift\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gift the customer received by this order, if any.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"refundApplied\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Refund credited against this order, if any.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"refundedAmount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much was given back in all.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"sentGift\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gift the customer sent by this order, if any.\"},{\"type\":\"OrderStatus\",\"kind\":\"enum\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it still waits for work.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"cancelledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was cancelled, if it was.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"cancelReason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's reason for the cancellation, if one was given.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"editedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was last edited, if it was.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"editReason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's reason for that edit, if one was given.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"editDifference\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The difference that the edit came to: what was charged for it, or given back where it is below 0.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cardForLines\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of its lines the card pays, once they were edited; all that was paid by card before.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subTotal\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of all lines before shipping, tax and discounts.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"total\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sum to be paid: lines, shipping and tax, discounts taken off.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalAppFees\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Fees of the store's apps, if any.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalDiscount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The discount of its coupons.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalLabelCost\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The cost of the shipping labels, once they are bought.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalPendingFees\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Fees not yet settled, if any.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalPrice\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of all lines, discounts taken off.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalShipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Shipping.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalTax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Tax.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"taxIncluded\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether prices contain the tax, so that it is not added to the total.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"transactionFee\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway's fee.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"transactionFeeStatus\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where the fee stands, if it is known.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToOrder\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"The customer who bought.\"},{\"type\":\"Address\",\"kind\":\"object\",\"name\":\"address\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToOrder\",\"relationFromFields\":[\"storeId\",\"addressId\"],\"isUpdatedAt\":false,\"documentation\":\"Where it is sent: the address as it was when the order was placed.\"},{\"type\":\"Address\",\"kind\":\"object\",\"name\":\"billingAddress\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"billed\",\"relationFromFields\":[\"storeId\",\"billingAddressId\"],\"isUpdatedAt\":false,\"documentation\":\"The address of the bill, as it was when the order was placed; null for the one where it is sent.\"},{\"type\":\"PaymentMethod\",\"kind\":\"object\",\"name\":\"paymentMethod\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToPaymentMethod\",\"relationFromFields\":[\"storeId\",\"paymentMethodId\"],\"isUpdatedAt\":false,\"documentation\":\"The payment method that it was charged to.\"},{\"type\":\"OrderProduct\",\"kind\":\"object\",\"name\":\"products\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToOrderProduct\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its lines: the instances that were bought.\"},{\"type\":\"OrderCoupon\",\"kind\":\"object\",\"name\":\"coupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToOrderCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The coupons that lowered it.\"},{\"type\":\"Transaction\",\"kind\":\"object\",\"name\":\"transactions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToTransaction\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Payments and refunds for it.\"},{\"type\":\"Refund\",\"kind\":\"object\",\"name\":\"refunds\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToRefund\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its refunds.\"},{\"type\":\"Dispute\",\"kind\":\"object\",\"name\":\"disputes\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"DisputeToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The disputes of its payments.\"},{\"type\":\"InventoryMovement\",\"kind\":\"object\",\"name\":\"inventoryMovements\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InventoryMovementToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The movements of stock that were for it.\"},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"cart\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The cart it was made of, if there was one.\"},{\"type\":\"Fulfillment\",\"kind\":\"object\",\"name\":\"fulfillments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its deliveries.\"},{\"type\":\"LogEntry\",\"kind\":\"object\",\"name\":\"logEntries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"LogEntryToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CreditEntry\",\"kind\":\"object\",\"name\":\"creditEntries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"payments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToPayment\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"unpaidRenewalOf\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"UnpaidRenewal\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"SubscriptionCoupon\",\"kind\":\"object\",\"name\":\"heldCoupons\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToSubscriptionCoupon\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Invoice\",\"kind\":\"object\",\"name\":\"invoices\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InvoiceToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its invoices and credit notes.\"},{\"type\":\"InvoiceDue\",\"kind\":\"object\",\"name\":\"invoicesDue\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InvoiceDueToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Metadata\",\"kind\":\"object\",\"name\":\"metadata\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MetadataToOrder\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Free-form keys and values kept on it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tags\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags, in the spelling that each was given in first, in the order of their letters.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tagKeys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its tags as they are compared: letters without accents, in lower case.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"internalNote\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"A note for the staff, which no customer sees.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A purchase: its products, its amounts and its progress.\"},\"OrderProduct\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the line.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it is a line of.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product bought.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productInstanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance bought.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription it began or renewed, if the product is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"termId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The term paid for, if the product is a subscription.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the product when it was bought.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"sku\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Stock keeping unit when it was bought.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"price\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of one.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"quantity\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"total\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Price of them all.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"discount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The discount of its coupons.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"foreverDiscount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of the discount is by coupons for ever.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"paidNumber\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Which of the subscription's paid orders it is in, counted from 1; null where it is not one, or not paid.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its share of the order's shipping.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"tax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its share of the order's tax.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"taxLines\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The tax rates used, each with its amount.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"charged\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its sum: `total - discount + shipping + tax`, tax that prices contain not added again. The lines add up to the order's total.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"carried\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of it a change of the subscription took over to another order, or gave back as credit; it is no longer refunded.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"carriedShipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The shipping in `carried`.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"carriedTax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The tax in `carried`, apart from its shipping.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"openValue\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The worth of the deliveries that were open when the subscription last changed; null while `charged` says it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"openPieces\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many pieces these deliveries had.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"hasEndedCoupons\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether another term has begun with it, for which the percentages of its coupons no longer hold.\"},{\"type\":\"RefundLine\",\"kind\":\"object\",\"name\":\"refundLines\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToRefundLine\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToOrderProduct\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order it is a line of.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToProduct\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product bought.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToProductInstance\",\"relationFromFields\":[\"storeId\",\"productInstanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance bought.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToSubscription\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription it began or renewed, if the product is one.\"},{\"type\":\"SubscriptionTypeTerm\",\"kind\":\"object\",\"name\":\"term\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToSubscriptionTypeTerm\",\"relationFromFields\":[\"storeId\",\"termId\"],\"isUpdatedAt\":false,\"documentation\":\"The term paid for, if the product is a subscription.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"orderId\",\"subscriptionId\"]}],\"documentation\":\"One line of an order.\"},\"OrderCoupon\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the record.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it lowered.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The coupon.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"codeUsed\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code it was given by. It is matched in any case.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"codeUsedKey\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code as it is matched, its ASCII letters in lower case; kept by the database.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToOrderCoupon\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order it lowered.\"},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupon\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CouponToOrderCoupon\",\"relationFromFields\":[\"storeId\",\"couponId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"orderId\",\"couponId\"]}],\"documentation\":\"A coupon that lowered an order.\"},\"ProductSurvey\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the questionnaire.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"productId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The product it is about.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Name of the questionnaire.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; it is filled in no more, and its results stay readable.\"},{\"type\":\"Product\",\"kind\":\"object\",\"name\":\"product\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductToProductSurvey\",\"relationFromFields\":[\"storeId\",\"productId\"],\"isUpdatedAt\":false,\"documentation\":\"The product it is about.\"},{\"type\":\"ProductSurveyField\",\"kind\":\"object\",\"name\":\"fields\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyToProductSurveyField\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its questions.\"},{\"type\":\"ProductSurveyResult\",\"kind\":\"object\",\"name\":\"results\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyToProductSurveyResult\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"How it was filled in.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A questionnaire for the subscribers of a product.\"},\"ProductSurveyField\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the question.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"surveyId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The questionnaire it is asked in.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The question's text.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived; it is asked no more, and its answers stay readable.\"},{\"type\":\"ProductSurvey\",\"kind\":\"object\",\"name\":\"survey\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyToProductSurveyField\",\"relationFromFields\":[\"storeId\",\"surveyId\"],\"isUpdatedAt\":false,\"documentation\":\"The questionnaire it is asked in.\"},{\"type\":\"ProductSurveyAnswer\",\"kind\":\"object\",\"name\":\"answers\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyAnswerToProductSurveyField\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The answer to the field.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"One question of a questionnaire.\"},\"ProductSurveyResult\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the result.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"surveyId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The questionnaire filled in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription it was filled in for.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was first filled in.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was last replaced.\"},{\"type\":\"ProductSurvey\",\"kind\":\"object\",\"name\":\"survey\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyToProductSurveyResult\",\"relationFromFields\":[\"storeId\",\"surveyId\"],\"isUpdatedAt\":false,\"documentation\":\"The questionnaire filled in.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyResultToSubscription\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription it was filled in for.\"},{\"type\":\"ProductSurveyAnswer\",\"kind\":\"object\",\"name\":\"answers\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyAnswerToProductSurveyResult\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The answers, one a question.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A questionnaire as it was filled in for one subscription.\"},\"ProductSurveyAnswer\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the answer; it changes when the result is replaced.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"resultId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The result it is part of.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"fieldId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The question answered.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"value\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The answer.\"},{\"type\":\"ProductSurveyResult\",\"kind\":\"object\",\"name\":\"result\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyAnswerToProductSurveyResult\",\"relationFromFields\":[\"storeId\",\"resultId\"],\"isUpdatedAt\":false,\"documentation\":\"The result it is part of.\"},{\"type\":\"ProductSurveyField\",\"kind\":\"object\",\"name\":\"field\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ProductSurveyAnswerToProductSurveyField\",\"relationFromFields\":[\"storeId\",\"fieldId\"],\"isUpdatedAt\":false,\"documentation\":\"The question answered.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"resultId\",\"fieldId\"]}],\"documentation\":\"The answer to one question.\"},\"Transaction\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the transaction.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it is for.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its result became known.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was made to try things out.\"},{\"type\":\"TransactionResult\",\"kind\":\"enum\",\"name\":\"result\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its result.\"},{\"type\":\"TransactionKind\",\"kind\":\"enum\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it takes money or gives it back.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"total\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much was taken, or given back.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gatewayReference\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway's id of it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"refundId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The refund that it is an attempt of, if it is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"paymentMethodId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment method that was charged, if one was.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"declineCode\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of a decline, in the words of the gateway.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"advice\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The advice of the gateway after a decline: retry, never, new_data or customer.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"networkAdvice\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of the card network's advice after a decline.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"reversedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the money of a refund came back to the store, if it did: the refund has failed.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToTransaction\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order it is for.\"},{\"type\":\"Refund\",\"kind\":\"object\",\"name\":\"refund\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"RefundToTransaction\",\"relationFromFields\":[\"storeId\",\"refundId\"],\"isUpdatedAt\":false,\"documentation\":\"The refund that it is an attempt of, if it is one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"One attempt to take a payment or give it back.\"},\"Refund\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the refund.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that gives it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it is of.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"actId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The first refund of the act that gave it: itself, but for the others where an order was paid by several charges.\"},{\"type\":\"RefundStatus\",\"kind\":\"enum\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How far it has got.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much is given back in all.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cardAmount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of it goes to the card.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"creditAmount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of it becomes credit of the customer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of it is shipping.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"tax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of it is tax.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's reason.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"restock\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether its pieces are put on hand again, where their stock is tracked.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"failureReason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why it failed, if it did, in the gateway's words.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is of an order that was made to try things out.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was asked for.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"settledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was last known to be done, or to have failed.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gatewayReference\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway's id of it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":true,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Our reference of it at the gateway, which gives back once for a reference (src/purchases/refund/refund-row.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"charge\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of the charge that is refunded; null where nothing goes to a card.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway of that charge, by its name (src/payments/open.ts).\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"acceptedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the gateway took it, without having paid it out.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"dueAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the gateway is next asked about it; null when nothing more can come of it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"looks\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it was asked about, which the pauses grow by.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToRefund\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order it is of.\"},{\"type\":\"Refund\",\"kind\":\"object\",\"name\":\"act\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"RefundAct\",\"relationFromFields\":[\"storeId\",\"actId\"],\"isUpdatedAt\":false,\"documentation\":\"The first refund of the act that gave it.\"},{\"type\":\"Refund\",\"kind\":\"object\",\"name\":\"refunds\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"RefundAct\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The refunds of its act, of each charge one, in the order in which they are asked for; they stand with the first.\"},{\"type\":\"RefundLine\",\"kind\":\"object\",\"name\":\"lines\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"RefundToRefundLine\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The lines of the order that it gives back.\"},{\"type\":\"Transaction\",\"kind\":\"object\",\"name\":\"transactions\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"RefundToTransaction\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its attempts at the gateway.\"},{\"type\":\"CreditEntry\",\"kind\":\"object\",\"name\":\"creditEntries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToRefund\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"Money of an order that is given back, to the card it was paid by or as credit.\"},\"RefundLine\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the refund line.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it belongs to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"refundId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The refund it is of.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderProductId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The line of the order.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"quantity\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many pieces; 0 where only money is given back.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of its money without the shipping.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of its shipping.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shippingTax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of the amount is tax that is added to the shipping, and goes back with it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"tax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of the amount is tax.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cardAmount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much of it goes to the card.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"restocked\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many pieces were put on hand again.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"released\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many of them were not sent when they were: their deliveries take them again if they are sent all the same.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"withdrawn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many of its pieces left their deliveries when they were restocked: they are not shipped, also where the refund fails later.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"stillToShip\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many of its pieces were still to be shipped when it was given, and are shipped all the same.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"instanceId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance of its pieces, where an immediate change had given the deliveries of its line another.\"},{\"type\":\"Refund\",\"kind\":\"object\",\"name\":\"refund\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"RefundToRefundLine\",\"relationFromFields\":[\"storeId\",\"refundId\"],\"isUpdatedAt\":false,\"documentation\":\"The refund it is of.\"},{\"type\":\"OrderProduct\",\"kind\":\"object\",\"name\":\"orderProduct\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderProductToRefundLine\",\"relationFromFields\":[\"storeId\",\"orderProductId\"],\"isUpdatedAt\":false,\"documentation\":\"The line of the order.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"refundId\",\"orderProductId\"]}],\"documentation\":\"A line of an order in a refund: how many pieces, and how much of its money.\"},\"Invoice\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the invoice.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that issued it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order that it is of.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer who bought.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"invoiceId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The invoice that a credit note takes from, or the credit note that a correction takes back; null for an invoice.\"},{\"type\":\"InvoiceKind\",\"kind\":\"enum\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is an invoice, a credit note or a correction.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"number\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its number: the store's prefix, then its place in its series.\"},{\"type\":\"InvoiceKind\",\"kind\":\"enum\",\"name\":\"series\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The series that it is numbered in: `invoice`, with corrections, or `credit_note`.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"epoch\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The epoch of the database that numbered it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"place\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its place in its series, counted from 1 in each epoch, without a gap.\"},{\"type\":\"InvoiceCause\",\"kind\":\"enum\",\"name\":\"cause\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why it was made.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"causeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The record that made it: the order, the refund, or what fell due.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"causedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When what it states became so.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"issuedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was issued.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"total\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its sum with tax; of a credit note what it takes off.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"totalTax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The tax in it.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"content\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"All that it states, as it was issued (src/resources/invoices/document.ts).\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was stored, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The transaction of the database that stored it.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InvoiceToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order that it is of.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToInvoice\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"The customer who bought.\"},{\"type\":\"Invoice\",\"kind\":\"object\",\"name\":\"invoice\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CorrectedInvoice\",\"relationFromFields\":[\"storeId\",\"invoiceId\"],\"isUpdatedAt\":false,\"documentation\":\"The invoice that a credit note takes from, or the credit note that a correction takes back.\"},{\"type\":\"Invoice\",\"kind\":\"object\",\"name\":\"corrections\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CorrectedInvoice\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"The credit notes that take from it, or the correction that takes it back.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"cause\",\"causeId\"]},{\"name\":null,\"fields\":[\"storeId\",\"series\",\"epoch\",\"place\"]},{\"name\":null,\"fields\":[\"storeId\",\"number\"]}],\"documentation\":\"An invoice, a credit note or a correction, as it was issued. Nothing changes it.\"},\"InvoiceDue\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"InvoiceCause\",\"kind\":\"enum\",\"name\":\"cause\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"causeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"causedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"basis\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The lines and sums that the invoice is made of.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was written, in real time.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"failedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its invoice last could not be made; null where that has not failed.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InvoiceDueToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"cause\",\"causeId\"]}],\"documentation\":\"Something that has no invoice yet, with what it came to; written with it by the database, and gone with its invoice.\"},\"InvoiceSeries\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"InvoiceKind\",\"kind\":\"enum\",\"name\":\"series\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"epoch\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"last\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The place of the last one.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"InvoiceSeriesToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"series\",\"epoch\"]},\"uniqueIndexes\":[],\"documentation\":\"How far a series of invoices is numbered in an epoch; locked while numbers are given.\"},\"CreditEntry\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the entry.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that owes the credit.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer that it is owed to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How much is added; below 0 for what is taken off.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reason\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's reason.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"refundId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The refund that gave it, or took it back, if one did.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order that it pays a part of, or that gave it back, if one did: from the moment the order is made.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"paymentId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment that took it, or gave it back, if one did.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"returnedPaymentId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment that could not be given back, whose amount it is, if it is one's.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was made.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"The customer that it is owed to.\"},{\"type\":\"Refund\",\"kind\":\"object\",\"name\":\"refund\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToRefund\",\"relationFromFields\":[\"storeId\",\"refundId\"],\"isUpdatedAt\":false,\"documentation\":\"The refund that gave it, or took it back, if one did.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order that it pays a part of, or that gave it back, if one did.\"},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"returnedPayment\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ReturnedPayment\",\"relationFromFields\":[\"storeId\",\"returnedPaymentId\"],\"isUpdatedAt\":false},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"payment\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToPayment\",\"relationFromFields\":[\"storeId\",\"paymentId\"],\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"returnedPaymentId\"]}],\"documentation\":\"A change of a customer's credit.\"},\"Shipment\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the parcel.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that sends it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The recipient.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipAddressId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where it goes: the customer's address until it is sent, then that address as it was.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"adjustedOrderedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the order it fulfils counts as placed.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was planned.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was made to try things out.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"shippedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it left, if it did.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"deliveredAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it arrived, if that is known.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"returnedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it came back, if it did.\"},{\"type\":\"ShipmentStatus\",\"kind\":\"enum\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it has left.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"carrier\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The carrier, once it is known.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"trackingNumber\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The carrier's number for it, once there is one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"trackingUrl\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The carrier's page that says where it is, if there is one.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToShipment\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"The recipient.\"},{\"type\":\"Address\",\"kind\":\"object\",\"name\":\"shipAddress\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AddressToShipment\",\"relationFromFields\":[\"storeId\",\"shipAddressId\"],\"isUpdatedAt\":false,\"documentation\":\"Where it goes.\"},{\"type\":\"Fulfillment\",\"kind\":\"object\",\"name\":\"fulfillments\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToShipment\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its contents.\"},{\"type\":\"Label\",\"kind\":\"object\",\"name\":\"labels\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"LabelToShipment\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its shipping labels.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A parcel.\"},\"Fulfillment\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the delivery.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that makes it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipmentId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The parcel it travels in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it fulfils.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription it is a cycle of, if it is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"instanceId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The instance delivered.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"quantity\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"cycleNumber\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Which cycle of the payment it is, counted from 1.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"totalCycles\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many cycles the payment covers.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"fulfillmentDate\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it is to be made.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"adjustedFulfillmentDate\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it is to be made, the days taken into account on which its subscription was paused.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its share of the shipping price.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"tax\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its share of the tax.\"},{\"type\":\"FulfillmentStatus\",\"kind\":\"enum\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it is still to be made.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"onHold\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it waits until its subscription is resumed; until then it is not sent.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"taken\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many of its pieces were taken off the stock, when it was paid for or sent.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"restocked\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many of them are on hand again since it was called off or returned; null unless it was to put them there.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was made to try things out.\"},{\"type\":\"Shipment\",\"kind\":\"object\",\"name\":\"shipment\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToShipment\",\"relationFromFields\":[\"storeId\",\"shipmentId\"],\"isUpdatedAt\":false,\"documentation\":\"The parcel it travels in.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order it fulfils.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToSubscription\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription it is a cycle of, if it is one.\"},{\"type\":\"ProductInstance\",\"kind\":\"object\",\"name\":\"instance\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"FulfillmentToProductInstance\",\"relationFromFields\":[\"storeId\",\"instanceId\"],\"isUpdatedAt\":false,\"documentation\":\"The instance delivered.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"One delivery of an order line: one cycle of a prepaid subscription, or a one-time product.\"},\"Label\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the label.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that bought it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"shipmentId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The parcel it is for.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"carrier\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The carrier of the parcel.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"trackingNumber\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The carrier's number for the parcel; empty where it gave none.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cost\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The cost of the label.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was bought.\"},{\"type\":\"Shipment\",\"kind\":\"object\",\"name\":\"shipment\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"LabelToShipment\",\"relationFromFields\":[\"storeId\",\"shipmentId\"],\"isUpdatedAt\":false,\"documentation\":\"The parcel it is for.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A shipping label bought for a parcel.\"},\"LogEntry\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the entry.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store written to.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was asked for.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"actor\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The caller: `key <client id>`, `customer <id>` or the name of a worker.\"},{\"type\":\"Surface\",\"kind\":\"enum\",\"name\":\"surface\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Which surface it came in through.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"operation\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The mutation that was run.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"requestId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the request, as in the answer's `X-Request-Id`.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"recordType\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Kind of the record written, where there is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"recordId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the record written, where there is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription written to, if one was.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order written to, if one was.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"note\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The note of the writer.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"changes\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The changes: each column with its values `from` and `to`; of objects the keys that changed. A long value is cut, and marked as cut.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"refusedBy\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of the rule that refused the write, if one did.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"message\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sentence it was refused with, if it was.\"},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"LogEntryToSubscription\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription written to, if one was.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"LogEntryToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order written to, if one was.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"One write, done or refused: its writer, surface, time and changes.\"},\"IdempotencyKey\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store written to.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"credential\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whose key it is: `key <client id>` or `customer <id>`.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"key\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The client's key of the write.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"fingerprint\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"SHA-256 of the mutation and its input.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"outcome\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its outcome, once it is done: the shown record and the errors.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"requestHash\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"SHA-256 of the whole request, and the answer it got; a repeat of that very request gets it again.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"status\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"body\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the key was first seen; it is kept for a day, and as long as its payment is looked after.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"paymentId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment made for the write: a repeat with the key answers or resumes it, and never begins another.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"refundId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The first refund of the act that the write gave: a repeat waits for the gateway's answers.\"},{\"type\":\"Payment\",\"kind\":\"object\",\"name\":\"payment\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"IdempotencyKeyToPayment\",\"relationFromFields\":[\"storeId\",\"paymentId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"credential\",\"key\"]},\"uniqueIndexes\":[],\"documentation\":\"A write a client may send again without doing it twice.\"},\"Payment\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"paymentMethodId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The method that is charged; null until the customer has entered a card on a page of the gateway.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription to renew, if it is for a renewal.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"cartId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The cart it is the checkout of, if there is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it became, once it is settled.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":true,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The reference of the charge at the gateway; the gateway charges a reference once.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"attempt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of the attempt to charge for the subscription, from 1 and never reset (src/purchases/payment/reference.ts); null for other\\npayments, and if the gateway was never asked.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway of its payment method, by its name (src/payments/open.ts).\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"PaymentState\",\"kind\":\"enum\",\"name\":\"state\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"plan\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The plan of the purchase: all that is needed to make the order when the gateway has answered. Null where it was captured long ago\\n(src/purchases/payment/old-plans.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"requestHash\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The fingerprint of the request that gave its order an external id, which the plan has as long as it is there.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gatewayReference\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of the charge; of a gateway without a deadline it is stored before money can be taken.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"declineCode\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of a decline, in the gateway's words.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"advice\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The advice of the gateway after a decline: retry, never, new_data or customer.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"networkAdvice\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of the card network's advice.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"requestId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of the request that had the result, for its support.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"askedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the gateway was last about to be asked to charge; null as long as it was not.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"dueAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it is next to be looked after; null when nothing more can come of it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"actionUrl\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The page of the gateway on which the customer confirms or pays it, while it waits for that.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"waitsUntil\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The end of its wait for the customer: it is then cancelled.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"looks\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it was looked after, which the pauses grow by.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"unwrittenSince\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the rows of its known result first could not be written; null where that has not failed.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"settledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"returnNumber\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of the last return to the card that the gateway was asked for, or is about to be; stored before it is asked.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"returnsFailed\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many returns have failed.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"returnFailedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the first return failed.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CustomerToPayment\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false},{\"type\":\"PaymentMethod\",\"kind\":\"object\",\"name\":\"paymentMethod\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"PaymentToPaymentMethod\",\"relationFromFields\":[\"storeId\",\"paymentMethodId\"],\"isUpdatedAt\":false},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"PaymentToSubscription\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"OrderToPayment\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false},{\"type\":\"Cart\",\"kind\":\"object\",\"name\":\"cart\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CartToPayment\",\"relationFromFields\":[\"storeId\",\"cartId\"],\"isUpdatedAt\":false},{\"type\":\"IdempotencyKey\",\"kind\":\"object\",\"name\":\"keys\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"IdempotencyKeyToPayment\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CreditEntry\",\"kind\":\"object\",\"name\":\"creditEntries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CreditEntryToPayment\",\"relationFromFields\":[],\"isUpdatedAt\":false},{\"type\":\"CreditEntry\",\"kind\":\"object\",\"name\":\"creditOfReturn\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ReturnedPayment\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"The intent to charge a customer, recorded before the payment gateway is asked and settled after.\"},\"Installation\":{\"fields\":[{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":true,\"isUpdatedAt\":false,\"documentation\":\"Random, kept for ever and shared by copies: the references of charges depend on it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"epoch\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it was adopted; its sequences go on at epoch × 10¹² + 1.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"place\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where it last ran; null if it never ran.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"backedUpAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The beginning of its last backup that is whole, by the database's clock.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"relaySeenAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When an instance with a relay of mails was last there, by the database's clock.\"}],\"primaryKey\":null,\"uniqueIndexes\":[],\"documentation\":\"The database itself: its identity, which its copies share, and where it last ran (src/db/installation.ts). One row.\"},\"SandboxCharge\":{\"fields\":[{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":true,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"captured\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"token\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The token of the payment method, which decides what its refunds come to as well.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false}],\"primaryKey\":null,\"uniqueIndexes\":[],\"documentation\":\"A charge in the sandbox gateway: it stands for the books of a real gateway.\"},\"SandboxRefund\":{\"fields\":[{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":true,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"charge\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of the charge.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"declined\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why it was declined, if it was.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false}],\"primaryKey\":null,\"uniqueIndexes\":[],\"documentation\":\"A refund in the sandbox gateway.\"},\"Event\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the event.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store it happened in.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"sequence\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its place among the events of the store: 1, 2, 3 and so on, without a gap, in the order in which they are read.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"type\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The type of the event.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it happened.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"actor\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its writer: `key <client id>`, `customer <id>`, or the name of a worker.\"},{\"type\":\"Surface\",\"kind\":\"enum\",\"name\":\"surface\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Which surface it came in through.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"operation\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The write that emitted it, as the log names it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"requestId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the request, as in the answer's `X-Request-Id` and in the log.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"recordType\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Kind of the record it is about, where there is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"recordId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the record it is about, where there is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription it concerns, if it concerns one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order it concerns, if it concerns one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer it concerns, where that is known.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"changes\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The changes: each column with its values `from` and `to`; of objects the keys that changed. A long value is cut, and marked as cut.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"sequence\"]}],\"documentation\":\"Something that happened in a store: its type, its changes and its writer.\"},\"EventCounter\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":true,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"lastSequence\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sequence of the newest event that has one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"forgottenSequence\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sequence of the newest event that was cleaned away.\"}],\"primaryKey\":null,\"uniqueIndexes\":[],\"documentation\":\"How far the events of a store are numbered, and which are kept no longer. A row of its own, that no write holds.\"},\"Tombstone\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"recordType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The table that had the record.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"recordId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the record; 0 for all that are kept no longer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The mark of its deletion; of those that are kept no longer, that of the last one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"deletedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was deleted.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToTombstone\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"recordType\",\"recordId\"]},\"uniqueIndexes\":[],\"documentation\":\"A record that was deleted, for readers of what changed.\"},\"Dispute\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the dispute.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose payment it is.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order that was paid.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway, by its name (src/payments/open.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gatewayReference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway's id of it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"charge\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of the charge.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"amount\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The amount in dispute.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"fee\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's fee for it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reason\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The bank's reason, in the words of the gateway.\"},{\"type\":\"DisputeStatus\",\"kind\":\"enum\",\"name\":\"status\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How far it has got.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"evidenceDueAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Until when evidence may be given, if any is waited for.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isWithdrawn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the money is withdrawn: it left, and has not come back.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"transactionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The transaction that withdrew the amount, if it was withdrawn.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isTest\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether the order was made to try things out.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was first known.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"closedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was known to be over, if it is.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isStopping\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether renewals of the order's subscriptions are still to be stopped: a payment for one of them is under way.\"},{\"type\":\"Order\",\"kind\":\"object\",\"name\":\"order\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"DisputeToOrder\",\"relationFromFields\":[\"storeId\",\"orderId\"],\"isUpdatedAt\":false,\"documentation\":\"The order that was paid.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"updatedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it last changed, in real time, also where the store has a test clock.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"changedIn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The number of its last change; each change has another.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"gateway\",\"gatewayReference\"]}],\"documentation\":\"A payment that its customer disputes at the bank, as the gateway tells of it.\"},\"GatewayDispute\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"gateway\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The payment gateway, by its name (src/payments/open.ts).\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The gateway's id of it.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"dueAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it is next read; null when it is over.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"looks\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it was read, which the pauses grow by.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"GatewayDisputeToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"gateway\",\"reference\"]},\"uniqueIndexes\":[],\"documentation\":\"A dispute that is to be read from its gateway.\"},\"Mailer\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the mailer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":true,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose mails it sends.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"lastSequence\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sequence up to which the events of the store were turned into mails.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isOrdered\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether each mail waits until the one before it was taken: never.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"disabledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Since when it sends nothing.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"probeAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the oldest mail that waits is tried whatever its pause; null while none has failed since the last that was taken.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"recoveredAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When all that waited was last made due, after one was taken.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MailerToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"Mail\",\"kind\":\"object\",\"name\":\"mails\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MailToMailer\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its mails, sent and to be sent, as long as they are kept.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\"]}],\"documentation\":\"The sender of the mails of a store to its customers.\"},\"MailSetting\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the settings.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose mails they are.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The kind of the mails, such as `order_receipt`.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isOn\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether mails of the kind are sent.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"words\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's own words, in the place of those that ship: of each language `language`, `subject`, `heading` and `text`.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MailSettingToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"kind\"]}],\"documentation\":\"The settings of a kind of mails of a store: whether it is sent, and the store's own words.\"},\"Mail\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the mail.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that sends it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"mailerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The mailer that sends it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"sequence\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sequence of its event.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its kind, such as `order_receipt`.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"recipient\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The address that it is sent to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer that it is sent to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order that it is about, if it is about one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription that it is about, if it is about one.\"},{\"type\":\"Json\",\"kind\":\"scalar\",\"name\":\"facts\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The content of its event and of the records that it is about, as they were then.\"},{\"type\":\"MailState\",\"kind\":\"enum\",\"name\":\"state\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its status.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"tries\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it was sent.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"nextTryAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it is sent next; while it is on its way, when it is taken for lost.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"scheduledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its pause is over, while it is tried before that.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"subject\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its subject, as it was last sent.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"kept\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why it was kept or not sent: `test_clock`, `demo` without a relay, or `no_relay`, of which the content is not kept; null where it is sent.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"answer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The last answer of the server that takes mails, or why there was none.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the event was turned into a mail.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"deliveredAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the server took it, or when it was kept.\"},{\"type\":\"Mailer\",\"kind\":\"object\",\"name\":\"mailer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"MailToMailer\",\"relationFromFields\":[\"storeId\",\"mailerId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"sequence\",\"kind\",\"recipient\"]}],\"documentation\":\"A mail to a customer: the content that it had when it was caused, and what became of it.\"},\"Webhook\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the webhook.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose events it is sent.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"url\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where deliveries are posted to.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"types\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The types of events it is sent; all where there is none.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isOrdered\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether each event waits until the one before it was taken.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"secret\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The secret that deliveries are signed with; shown once, and kept readable to sign with it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"previousSecret\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The secret before the last rotation, as long as deliveries are signed with it too.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"previousWorksUntil\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Until when deliveries are signed with the secret before the last rotation too.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"lastSequence\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sequence up to which the events of the store were turned into deliveries.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the webhook was made.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"rotatedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the secret was last replaced by a new one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"disabledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Since when nothing is sent to it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"disabledBecause\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why it was disabled.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"deletedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was deleted; its deliveries stay as long as others.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"probeAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the oldest delivery that waits is tried whatever its pause; null while none has failed since the last that was taken.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"recoveredAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When all that waited was last made due, after one was taken.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToWebhook\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"WebhookDelivery\",\"kind\":\"object\",\"name\":\"deliveries\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"WebhookToWebhookDelivery\",\"relationFromFields\":[],\"isUpdatedAt\":false,\"documentation\":\"Its deliveries, sent and to be sent, as long as they are kept.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"An address that is sent the events of a store as they come.\"},\"WebhookDelivery\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the delivery.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose event it is.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"webhookId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The webhook it goes to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"sequence\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The sequence of its event; null for a test.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"eventType\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The type of its event.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"messageId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its id in the header `Webhook-Id`: the same each time, so that the endpoint knows a repeat.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"request\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The body that is posted, letter by letter.\"},{\"type\":\"WebhookDeliveryState\",\"kind\":\"enum\",\"name\":\"state\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its status.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"tries\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How often it was sent, since it was last replayed; tries before its pause was over are not counted.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"nextTryAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it is sent next; while it is on its way, when it is taken for lost.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"scheduledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When its pause is over, while it is tried before that since its endpoint may have recovered.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"sentTo\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where it was sent last.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"status\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The status that the endpoint answered last.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"answer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The beginning of its last answer.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"fault\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Why there was no answer, the last time.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"milliseconds\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"How many milliseconds the last answer took, or until it was given up.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the event was turned into a delivery.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"deliveredAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the endpoint took it.\"},{\"type\":\"Webhook\",\"kind\":\"object\",\"name\":\"webhook\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"WebhookToWebhookDelivery\",\"relationFromFields\":[\"storeId\",\"webhookId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"webhookId\",\"sequence\"]}],\"documentation\":\"An event on its way to a webhook, and the answer of the endpoint.\"},\"AccountLink\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"AccountLinkPurpose\",\"kind\":\"enum\",\"name\":\"purpose\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"withdrawalId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The withdrawal that it confirms, if it confirms one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"keyId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The signing key that its token is made with; the link ends with it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"nonce\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tokenHash\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"expiresAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"usedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AccountLinkToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false},{\"type\":\"Withdrawal\",\"kind\":\"object\",\"name\":\"withdrawal\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AccountLinkToWithdrawal\",\"relationFromFields\":[\"storeId\",\"withdrawalId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"tokenHash\"]}],\"documentation\":\"A link that is mailed to a customer and used once. Its token is made of the nonce with the signing key, and only its hash is kept.\"},\"AccountSession\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"tokenHash\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"createdAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"expiresAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AccountSessionToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"tokenHash\"]}],\"documentation\":\"A browser in which a customer has signed in to the customer's page; only the hash of its cookie is kept.\"},\"Withdrawal\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the withdrawal.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that it was declared to.\"},{\"type\":\"WithdrawalKind\",\"kind\":\"enum\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it withdraws from a contract or cancels one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"name\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The name that was given.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"reference\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The contract or order that was named, in the words of whoever declared it.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"email\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The e-mail address that was given, to which it is acknowledged.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"words\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The declaration and what was added to it, as it was shown before it was sent.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"locale\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The language of the page, such as `de`.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"receivedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was received.\"},{\"type\":\"Boolean\",\"kind\":\"scalar\",\"name\":\"isAcknowledged\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether its receipt was acknowledged by a mail; more than three a day to one address are not.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer who has that address, if one has; whether that customer declared it is known when it is confirmed.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer's order that was named, if it is one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer's subscription that was named, if it is one.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"confirmedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was confirmed by a link mailed to that customer, which ended renewals and unsent boxes.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"handledAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When the store had dealt with it; it is open until then.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"note\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store's note about it.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"StoreToWithdrawal\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"AccountLink\",\"kind\":\"object\",\"name\":\"links\",\"isRequired\":true,\"isList\":true,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"AccountLinkToWithdrawal\",\"relationFromFields\":[],\"isUpdatedAt\":false}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A withdrawal from a contract, or a notice that cancels one, as somebody declared it on the page of the shop, with or without an account.\"},\"Consent\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the consent.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store whose terms were accepted.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer who accepted them.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"orderId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The order that they were accepted with, if it was one.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription that they are about, if it is one.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"version\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The version of the terms, such as `2026-11`.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"text\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The text that was accepted.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"textHash\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The SHA-256 of the text in UTF-8, in hexadecimal.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"acceptedAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was accepted.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"surface\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Where it was accepted, such as `checkout`.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"address\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The network address that it was accepted from; null where it is not known, or was redacted.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"recordedBy\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its recorder, as the log names writers.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"ConsentToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false,\"documentation\":\"The customer who accepted it.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"Something that a customer accepted, such as the terms of a shop. A row is never changed, but for the address, which a redaction takes away.\"},\"CancellationReason\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the reason.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that lists it.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"code\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its code, which `cancelReason` of a subscription then is.\"},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"words\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its words, as customers read them.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"position\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its place in the list, from the smallest.\"},{\"type\":\"CancelOfferKind\",\"kind\":\"enum\",\"name\":\"offer\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The offer to a customer who gives it, made once for a subscription; null for none.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The coupon of an offer of `percent`: its percentage, and its renewals.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"archivedAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was archived.\"},{\"type\":\"Store\",\"kind\":\"object\",\"name\":\"store\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancellationReasonToStore\",\"relationFromFields\":[\"storeId\"],\"isUpdatedAt\":false},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupon\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancellationReasonToCoupon\",\"relationFromFields\":[\"storeId\",\"couponId\"],\"isUpdatedAt\":false,\"documentation\":\"The coupon of its offer.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[],\"documentation\":\"A reason for cancelling that a store lists for its customers, with what it offers to those who give it.\"},\"CancelOffer\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"id\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Identifier of the offer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The store that made it.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"customerId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The customer whom it was shown to.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"subscriptionId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The subscription that was about to be cancelled.\"},{\"type\":\"Int\",\"kind\":\"scalar\",\"name\":\"reasonCode\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The code of the reason that was given.\"},{\"type\":\"CancelOfferKind\",\"kind\":\"enum\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The offer.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"couponId\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The coupon of an offer of `percent`.\"},{\"type\":\"CancelOfferOutcome\",\"kind\":\"enum\",\"name\":\"outcome\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":true,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Whether it was accepted.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"shownAt\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was shown.\"},{\"type\":\"DateTime\",\"kind\":\"scalar\",\"name\":\"answeredAt\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"When it was accepted or declined.\"},{\"type\":\"Customer\",\"kind\":\"object\",\"name\":\"customer\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancelOfferToCustomer\",\"relationFromFields\":[\"storeId\",\"customerId\"],\"isUpdatedAt\":false},{\"type\":\"Subscription\",\"kind\":\"object\",\"name\":\"subscription\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancelOfferToSubscription\",\"relationFromFields\":[\"storeId\",\"subscriptionId\"],\"isUpdatedAt\":false,\"documentation\":\"The subscription that was about to be cancelled.\"},{\"type\":\"Coupon\",\"kind\":\"object\",\"name\":\"coupon\",\"isRequired\":false,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"relationName\":\"CancelOfferToCoupon\",\"relationFromFields\":[\"storeId\",\"couponId\"],\"isUpdatedAt\":false,\"documentation\":\"The coupon of an offer of `percent`.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"id\"]},\"uniqueIndexes\":[{\"name\":null,\"fields\":[\"storeId\",\"subscriptionId\"]}],\"documentation\":\"An offer that was shown to a customer who was about to cancel, and what became of it; one for a subscription.\"},\"SearchEntry\":{\"fields\":[{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"storeId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"kind\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"The kind of the record: its table.\"},{\"type\":\"BigInt\",\"kind\":\"scalar\",\"name\":\"recordId\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false},{\"type\":\"String\",\"kind\":\"scalar\",\"name\":\"text\",\"isRequired\":true,\"isList\":false,\"hasDefaultValue\":false,\"isUnique\":false,\"isId\":false,\"isUpdatedAt\":false,\"documentation\":\"Its texts, folded, with a blank before each word.\"}],\"primaryKey\":{\"name\":null,\"fields\":[\"storeId\",\"kind\",\"recordId\"]},\"uniqueIndexes\":[],\"documentation\":\"The texts that a record is searched by; triggers keep them.\"}}}}"); }